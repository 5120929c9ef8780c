import { benchPages } from './bench-pages.ts'
import { openBrowser } from './browser.ts'
import { dataFolder, startProduct } from './product.ts'
import { demoOf, open, settled, signIn } from './visitor.ts'
import { heap, loads, rows, Rounds, share, switches, tables, type Measure } from './web-rounds.ts'
import { noteLoading } from './web-speed.ts'
import { weights } from './web-weight.ts'

/**
 * `npm run bench:web`: what the web weighs, and how fast it is beside pages of the same library that were built and measured in the same
 * run (docs/performance/web.md). ADDRESS and DATA_DIR name a demo that is running; without them one is made.
 */
const goals = { start: 240, login: 45, css: 40 }
/** All that travels before a page that is opened first. */
const firstPage = 240
const rounds = 3

function weigh(): void {
  const { pages, first, ...whole } = weights()
  const parts = Object.entries(goals).map(([name, goal]) => [name, whole[name as keyof typeof goals], goal] as const)
  for (const [name, weight, goal] of [...parts, ...Object.entries(first).map(([name, weight]) => [name, weight, firstPage] as const)]) {
    const verdict = weight > goal ? `${(weight - goal).toFixed(1)} kB to go` : 'kept'
    console.log(`${name.padEnd(8)} ${weight.toFixed(1).padStart(7)} kB   goal ${goal} kB   ${verdict}`)
  }
  console.log('\nthe heaviest pages, what is theirs alone (goal 8 kB):')
  for (const { name, own } of pages.toSorted((one, other) => other.own - one.own).slice(0, 5)) {
    console.log(`${name.padEnd(28)} ${own.toFixed(1).padStart(5)} kB`)
  }
}

const spread = (values: readonly number[]) => {
  const sorted = values.toSorted((one, other) => one - other)
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
    .map(value => (value === undefined ? '' : value.toFixed(value < 10 ? 2 : 0)))
    .join(' / ')
}
const line = (cells: readonly string[]) => console.log(cells.map((cell, at) => cell.padEnd([44, 22, 22, 8, 8][at] ?? 0)).join(' '))

function tell(measures: readonly Measure[]): void {
  console.log(`\nmin / median / max of ${rounds} rounds`)
  line(['', 'ours', 'beside', 'ratio', 'goal', ''])
  for (const measure of measures) {
    const ratio = share(measure)
    const kept = ratio <= measure.goal ? 'kept' : `${((ratio / measure.goal - 1) * 100).toFixed(0)} % to go`
    line([
      measure.name,
      `${spread(measure.ours)} ${measure.unit}`,
      measure.other.length > 0 ? `${spread(measure.other)} ${measure.unit}` : '',
      ratio.toFixed(2),
      String(measure.goal),
      kept,
    ])
    if (ratio > measure.most) process.exitCode = 1
  }
}

async function run(url: string, dataDir: string): Promise<void> {
  const bench = await benchPages()
  const browser = await openBrowser()
  try {
    const look = { language: 'zh', mode: 'light', width: 1440 } as const
    const [ours, other] = [await (await open(browser, look)).newPage(), await (await open(browser, look)).newPage()]
    await signIn(ours, url, demoOf(dataDir).companies[0]!, 'admin')
    await settled(ours)
    await Promise.all([noteLoading(ours), noteLoading(other)])
    const found = new Rounds()
    for (let round = 0; round < rounds; round++) {
      await loads(found, { home: ours, bench: other }, { home: `${url}/home`, bench: bench.url })
      await tables(found, other, bench.url)
      await switches(found, ours)
      await rows(found, ours, `${url}/home`)
    }
    await heap(found, ours)
    tell(Object.values(found.measures))
  } finally {
    await browser.close()
    bench.stop()
  }
}

weigh()
const { ADDRESS: address, DATA_DIR: running } = process.env
if (address && running) await run(address, running)
else {
  const folder = dataFolder()
  const product = await startProduct({ dataDir: folder.path })
  try {
    await run(product.url, folder.path)
  } finally {
    await product.stop()
    folder.remove()
  }
}
