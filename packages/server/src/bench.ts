import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findRawDriver, type RawDriver } from './bench/load.ts'
import { machine, openPlace, type OpenPlace, type Wanted } from './bench/place.ts'
import { asMarkdown, asText, rowsOf, type Round, type Row } from './bench/table.ts'
import { invariantsHold } from './bench/invariants.ts'
import { workloads } from './bench/workloads.ts'
import type { Seed, Workload } from './bench/workload.ts'
import { ending } from './ending.ts'

const usage = `npm run bench -- ${workloads.map(({ name }) => name).join(' ')} [--seconds 15] [--warm 5] [--rounds 3] [--small]
  [--companies <how many share the stations and cards>] [--on <address of an empty database>] [--folder <where its databases are kept>]
  [--json <file>] [--markdown <file>] [--without-pgbench]

${workloads.map(({ name, what }) => `${name}  ${what}`).join('\n')}

Measures on a database of its own, made from a seed: what PostgreSQL alone can do and what the product does, in turn. After a workload
that writes, every invariant of the books must hold: else its figures are 0. Without --folder the databases go when it ends.
With --on a database of your own is measured, on one machine or the coordinator of a Citus cluster: "machines" alone needs no more of it.`

const options = {
  seconds: { type: 'string', default: '15' },
  warm: { type: 'string', default: '5' },
  rounds: { type: 'string', default: '3' },
  small: { type: 'boolean', default: false },
  companies: { type: 'string' },
  on: { type: 'string' },
  folder: { type: 'string' },
  json: { type: 'string' },
  markdown: { type: 'string' },
  'without-pgbench': { type: 'boolean', default: false },
} as const

const say = (line: string) => console.log(line)

async function bench(): Promise<number> {
  const { values: typed, positionals } = parseArgs({ options, allowPositionals: true })
  const [seconds, warmSeconds, rounds] = typed.small ? [0.3, 0, 1] : [typed.seconds, typed.warm, typed.rounds].map(Number)
  const chosen = workloads.filter(({ name }) => positionals.includes(name))
  if (
    !chosen.length ||
    chosen.length !== new Set(positionals).size ||
    ![seconds, warmSeconds, rounds].every(each => each! >= 0) ||
    !Number.isSafeInteger(rounds) ||
    !(seconds! * rounds! > 0) ||
    (typed.on !== undefined && chosen.some(({ name }) => name !== 'machines'))
  ) {
    console.error(usage)
    return 2
  }
  const folder = typed.folder ? resolve(typed.folder) : mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  const rawDriver = typed['without-pgbench'] ? 'our driver' : findRawDriver()
  const rows: Row[] = []
  let lawful = true
  try {
    const wanted = { folder, on: typed.on, small: typed.small, seconds: seconds!, warmSeconds: warmSeconds!, rawDriver }
    // Workloads that stand on the same seed share a database.
    const seedOf = (workload: Workload): Seed => sharedBy(workload.seed(typed.small), typed.companies)
    for (const group of Map.groupBy(chosen, of => JSON.stringify(seedOf(of))).values())
      lawful = (await measureOn(group, seedOf(group[0]!), wanted, rounds!, rows)) && lawful
  } finally {
    if (!typed.folder) rmSync(folder, { recursive: true, force: true })
  }
  tell(rows, rawDriver, typed)
  return lawful ? 0 : 1
}

async function measureOn(group: readonly Workload[], seed: Seed, wanted: Wanted, rounds: number, rows: Row[]): Promise<boolean> {
  const place = await openPlace(seed, wanted, say)
  let lawful = true
  try {
    for (const workload of group) {
      const measured = await measure(workload, place, rounds)
      const holds = !workload.writes || (await invariantsHold(place, say))
      rows.push(...rowsOf(workload, measured, holds))
      lawful &&= holds
    }
  } finally {
    await place.close()
  }
  return lawful
}

/** The raw limit and the product in turn, so that what else the machine does falls on both. */
async function measure(workload: Workload, place: OpenPlace, rounds: number): Promise<Round[]> {
  say(`${workload.name}: ${workload.what}`)
  await workload.prepare?.(place)
  const measured: Round[] = []
  for (let round = 1; round <= rounds; round++) {
    const raw = await workload.raw(place)
    const product = await workload.product(place)
    measured.push({ raw, product })
    say(`  round ${round}: raw ${JSON.stringify(raw)}, product ${JSON.stringify(product)}`)
  }
  return measured
}

interface Files {
  json?: string | undefined
  markdown?: string | undefined
}

function tell(rows: readonly Row[], rawDriver: RawDriver, { json, markdown }: Files) {
  const on = `${machine()}; raw statements by ${rawDriver}`
  say(`\n${asText(rows)}\n\n${on}`)
  if (json) writeFileSync(json, `${JSON.stringify({ on, rows }, null, 2)}\n`)
  if (markdown) writeFileSync(markdown, `${asMarkdown(rows)}\n\n${on}.\n`)
}

/** The same stations and cards among so many companies; a company has room for so many cards. */
function sharedBy(seed: Seed, typed: string | undefined): Seed {
  const companies = typed === undefined ? seed.companies : Number(typed)
  return { ...seed, companies, cards: Math.min(seed.cards, companies * 90_000) }
}

process.exitCode = await ending(bench)
