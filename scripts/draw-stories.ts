// Which files of stories npm test runs: as many as fit its time, however many there will be. Those that open a page near to what has
// changed in the last half day come first, the others by a seed. npm run check:long and npm run faults run all of them.
import { dice } from '../packages/server/src/testing/sampling.ts'
import { allStories, changedSince, git, near, storiesOf, usedBy } from './test-near.ts'

/** So many files of stories run with `npm test`, besides those of which no run goes without. */
const places = 34
/** Every page there is, the product as a newcomer starts it, its limits of weight, and who may come in. */
const always = /\/(reach-\w+|start|sign-in|web-weight|web-speed)\.test\.ts$/

interface Draw {
  readonly stories: readonly string[]
  /** Those that open a page near to a change. */
  readonly near: ReadonlySet<string>
  readonly seed: number
  readonly places?: number
}

/** Those that always run, then those near to a change, then the others, by lot within each; in their order. */
export function drawStories({ stories, near: close, seed, places: room = places }: Draw): string[] {
  const roll = dice(seed)
  const lots = stories.filter(file => !always.test(file)).map(file => ({ file, at: roll() + (close.has(file) ? 0 : 1) }))
  const drawn = new Set(
    lots
      .toSorted((one, other) => one.at - other.at)
      .slice(0, room)
      .map(({ file }) => file),
  )
  return stories.filter(file => always.test(file) || drawn.has(file))
}

function main() {
  const stories = allStories()
  const seed = Number(process.env['SEED'] ?? 1)
  // Without a history nothing is known to have changed.
  const [head] = git('log', '-1', '--format=%ct')
  const [base] = head ? git('rev-list', '-1', `--before=${Number(head) - 12 * 3600}`, 'HEAD') : []
  const close = new Set(base ? storiesOf(near(changedSince(base), usedBy()).pages) : [])
  for (const file of drawStories({ stories, near: close, seed })) console.log(file)
}

if (import.meta.main) main()
