import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { configDefaults } from '@forecourt/contract'
import type { MeasureSettings } from '@forecourt/contract/measure/terms.ts'
import { CsvError } from 'csv-parse/sync'
import { ending } from './ending.ts'
import { modeNamed, referenceNamed, standardNamed } from './modules/measure/case-words.ts'
import { checkCases } from './modules/measure/cases-file.ts'

const usage = `npm run measure -- <cases.csv> [--standard gbt1885|mpms11] [--reference 20|15] [--mode formula|table]

Calculates each line of a file (method, mode, density, temperature, expected …) and prints what differs from what it expects.
The methods and columns are described in docs/measure.md. Exit code 1: a line differs, or cannot be read.`

/** Compares a file of cases with what the product calculates; no database is needed. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { standard: { type: 'string' }, reference: { type: 'string' }, mode: { type: 'string' } },
  })
  const [file] = positionals
  const settings = settingsIn(values)
  if (!file || !settings) {
    console.error(usage)
    return 2
  }
  const text = textOf(file)
  if (text === undefined) return 2
  try {
    const { cases, faults } = checkCases(text, settings)
    for (const fault of faults) console.log(fault)
    console.log(`${cases} cases, ${faults.length} differ`)
    return faults.length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    console.error(`${file}: ${error.message}`)
    return 1
  }
}

/** What the options say, else what a company begins with; nothing where one of them is not known. */
function settingsIn({ standard, reference, mode }: Partial<Record<keyof MeasureSettings, string>>): MeasureSettings | undefined {
  const begins = configDefaults.measurement
  const chosen = {
    standard: standard === undefined ? begins.standard : standardNamed(standard),
    reference: reference === undefined ? begins.reference : referenceNamed(reference),
    mode: mode === undefined ? begins.mode : modeNamed(mode),
  }
  return chosen.standard && chosen.reference && chosen.mode ? (chosen as MeasureSettings) : undefined
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    console.error(`${file}: ${(error as Error).message}`)
    return undefined
  }
}

process.exitCode = await ending(main)
