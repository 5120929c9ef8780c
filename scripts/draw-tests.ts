// Which of the long tests npm test runs: as many as fit the seconds that it has for them, however many there will be. Those near to what
// has changed in the last half day come first, the others by a seed. npm run check:long and npm run faults run all of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dice } from '../packages/server/src/testing/sampling.ts'
// @ts-expect-error -- plain JavaScript: it is read by commands that run on any Node that can install the product
import { commands, killed } from './rare-tests.mjs'
import { allStories, changedSince, git, near, root, storiesOf, usedBy } from './test-near.ts'

/**
 * Seconds of a worker, of which there are two, for stories besides those that always run, and for rare tests of the server. Beside another
 * worker, which shares the processors, each takes about twice as long as the table says.
 */
export const budget = { stories: 112, rare: 40 }
/** Every page there is, the product as a newcomer starts it, its limits of weight, and who may come in. */
export const always = /\/(reach-\w+|start|sign-in|web-weight)\.test\.ts$/
export const rare: readonly string[] = [...killed, ...commands]
/** A file that was not measured yet. */
const usual = 25

/** How long a worker is at each file in the sample that npm test draws; npm run test:seconds measures anew. */
export const measured = (): Record<string, number> => JSON.parse(readFileSync(join(root, 'scripts/test-seconds.json'), 'utf8'))

interface Lots {
  readonly files: readonly string[]
  /** Those near to a change. */
  readonly near: ReadonlySet<string>
  readonly seed: number
  readonly seconds: Readonly<Record<string, number>>
  readonly budget: number
}

/**
 * Those near to a change and then the others, by lot within each, until the budget is spent; in their order. One that is too long for
 * what is left lets others go before it.
 */
export function draw({ files, near: close, seed, seconds, budget: given }: Lots): string[] {
  const roll = dice(seed)
  const lots = files.map(file => ({ file, at: roll() + (close.has(file) ? 0 : 1) }))
  const drawn = new Set<string>()
  let left = given
  for (const { file } of lots.toSorted((one, other) => one.at - other.at)) {
    const cost = seconds[file] ?? usual
    if (cost > left) continue
    left -= cost
    drawn.add(file)
  }
  return files.filter(file => drawn.has(file))
}

/** What a run takes of stories, and what it leaves out of the tests of the server. */
export interface Drawn {
  readonly stories: readonly string[]
  readonly leftOut: readonly string[]
  /** Seconds of a worker that the stories take by the table. */
  readonly seconds: number
}

export function drawTests(lots: Omit<Lots, 'files' | 'budget'>, stories: readonly string[]): Drawn {
  const besides = new Set(draw({ ...lots, files: stories.filter(file => !always.test(file)), budget: budget.stories }))
  const taken = stories.filter(file => always.test(file) || besides.has(file))
  const ofRare = draw({ ...lots, files: rare, budget: budget.rare })
  return {
    stories: taken,
    leftOut: rare.filter(file => !ofRare.includes(file)),
    seconds: taken.reduce((sum, file) => sum + (lots.seconds[file] ?? usual), 0),
  }
}

function main() {
  const seed = Number(process.env['SEED'] ?? 1)
  // Without a history nothing is known to have changed.
  const [head] = git('log', '-1', '--format=%ct')
  const [base] = head ? git('rev-list', '-1', `--before=${Number(head) - 12 * 3600}`, 'HEAD') : []
  const { tests, pages } = base ? near(changedSince(base), usedBy()) : { tests: [], pages: [] }
  const close = new Set([...tests, ...storiesOf(pages)])
  console.log(JSON.stringify(drawTests({ near: close, seed, seconds: measured() }, allStories())))
}

if (import.meta.main) main()
