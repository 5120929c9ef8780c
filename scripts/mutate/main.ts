import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './root.ts'
import { chooseChanges, type Chosen } from './choose.ts'
import { executedIn } from './executed.ts'
import { testsByRow, type NamedTest } from './named-tests.ts'
import { keysOfWords, queryOf, readSources } from './relevance.ts'
import { buildPages, runTests, usesPages } from './run.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    per: { type: 'string', default: '3' },
    sample: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    rows: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})

const tests = testsByRow()
const random = randomFrom(Number(values.seed))
const texts = values.rows ? rowTexts(values.rows) : new Map<string, string>()
const sources = readSources()
const keys = keysOfWords()
const outcome = { noticed: 0, unnoticed: [] as string[], skipped: [] as string[] }
/** Whether the pages that are built are those of the sources as they stand. */
let pagesAreTrue = false

function main(): void {
  const rows = positionals.length > 0 ? positionals : draw([...tests.keys()].toSorted(), Number(values.sample))
  console.log(`seed ${values.seed}: ${rows.join(' ')}\n`)
  for (const row of rows) mutateRow(row)
  if (!pagesAreTrue && !values.list && rows.some(row => usesPages(tests.get(row) ?? []))) buildPages()
  console.log(`\n${outcome.noticed} changes noticed, ${outcome.unnoticed.length} not noticed`)
  for (const each of outcome.unnoticed) console.log(`  ${each}`)
  for (const each of outcome.skipped) console.log(`  not tried: ${each}`)
  process.exitCode = outcome.unnoticed.length + outcome.skipped.length > 0 ? 1 : 0
}

function mutateRow(row: string): void {
  const named = tests.get(row)
  if (!named) return skip(`${row}: no test names it`)
  const onPages = usesPages(named)
  if (onPages && !values.list) preparePages()
  const executed = values.list ? undefined : executedIn(env => runTests(named, env))
  if (executed && !executed.held) return skip(`${row}: its tests fail without any change`)
  // What runs in a browser is not measured; what its own tests never come to, they cannot notice.
  const mayMatter = (path: string, offset: number) =>
    !executed || (onPages && path.startsWith('packages/web/')) || executed.wasRun(path, offset)
  const changes = chooseChanges(sources, queryOf(named, texts.get(row) ?? '', keys), { count: Number(values.per), random, mayMatter })
  if (changes.length === 0) skip(`${row}: no place was found to break`)
  for (const change of changes) tryChange(row, change, named)
}

function tryChange(row: string, { path, source, start, end, text, kind }: Chosen, named: readonly NamedTest[]): void {
  const line = source.slice(0, start).split('\n').length
  const what = `${row} ${path}:${line} ${kind}: ${oneLine(source.slice(start, end))} → ${oneLine(text) || '(nothing)'}`
  if (values.list) return console.log(what)
  const held = withChange(path, source, source.slice(0, start) + text + source.slice(end), () => {
    if (!usesPages(named)) return runTests(named)
    if (path.startsWith('packages/server/')) {
      preparePages()
      return runTests(named)
    }
    pagesAreTrue = false
    return buildPages() && runTests(named)
  })
  console.log(`${held ? 'NOT NOTICED' : 'noticed    '} ${what}`)
  if (held) outcome.unnoticed.push(what)
  else outcome.noticed++
}

/** The source is put back however it ends. */
function withChange(path: string, source: string, changed: string, run: () => boolean): boolean {
  const file = join(root, path)
  const undo = () => writeFileSync(file, source)
  const interrupted = () => {
    undo()
    process.exit(130)
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    writeFileSync(file, changed)
    return run()
  } finally {
    undo()
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
  }
}

function preparePages(): void {
  if (!pagesAreTrue) buildPages()
  pagesAreTrue = true
}

function skip(why: string): void {
  outcome.skipped.push(why)
  console.log(`not tried   ${why}`)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 90)
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function draw(all: readonly string[], count: number): string[] {
  const rest = [...all]
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(Math.floor(random() * rest.length), 1)[0]!)
}

/** Title and detail of each row of a CSV file whose first column is the row's id. */
function rowTexts(path: string): Map<string, string> {
  const lines = readFileSync(path, 'utf8').split(/\n(?=[A-Z]{3}-\d{3},)/)
  return new Map(lines.map(line => [line.slice(0, 7), line.slice(8)]))
}

main()
