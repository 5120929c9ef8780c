import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CsvError } from 'csv-parse/sync'
import { ending } from './ending.ts'
import { deliveriesOfLog, LogFault, readGaugeLog, usualLog } from './modules/measure/gauge-log.ts'

const usage = `npm run found-deliveries -- <log.csv> [--delimiter ";"] [--time 1] [--tank 4] [--volume 6] [--zone UTC]

Finds the deliveries that show in the readings of a tank gauge, and prints them as CSV; what was sold meanwhile is estimated by the rate
of sale before and after. Columns are counted from 1, or named as the first line names them. Volumes are litres. The method is described
in docs/found-deliveries.md. Exit code 1: a line cannot be read.`

/** Finds deliveries in a log of readings; no database is needed. */
async function main(): Promise<number> {
  const text = { type: 'string' } as const
  const options = { delimiter: text, time: text, tank: text, volume: text, zone: text }
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const [file] = positionals
  if (!file) {
    console.error(usage)
    return 2
  }
  try {
    const log = readGaugeLog(readFileSync(file, 'utf8'), { ...usualLog, ...values })
    for (const line of deliveriesOfLog(log)) console.log(line)
    for (const fault of log.faults.slice(0, 20)) console.error(fault)
    if (log.faults.length > 20) console.error(`and ${log.faults.length - 20} lines more`)
    return log.faults.length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof CsvError) && !(error instanceof LogFault) && (error as { code?: string }).code !== 'ENOENT') throw error
    console.error(`${file}: ${(error as Error).message}`)
    return 1
  }
}

process.exitCode = await ending(main)
