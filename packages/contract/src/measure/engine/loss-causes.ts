import { lossCurve, type LossCurve, type LossPoint } from './loss-curve.ts'
import { explained, productsOf, without, type Explained, type Products, type Term } from './loss-evidence.ts'
import type { LossGiven, LossLoad } from './loss-given.ts'
import { stepsOf } from './loss-steps.ts'
import { normalShare } from './unloading.ts'

/** What readings show; what is exact (stand-alone sales, water) is taken out before. */
export const foundCauses = ['shortLoad', 'meterDrift', 'leak', 'calibration', 'notRun', 'atOnce'] as const
export interface LossFound {
  readonly cause: (typeof foundCauses)[number]
  /** The load, nozzle, test or unsold stretch; nothing of a leak, nor of what went or came at once. */
  readonly key: number | null
  /**
   * Centilitres of a load, test or stretch, or of what went at once; the share of what a nozzle sold; centilitres an hour of a leak.
   * Minus is lost.
   */
  readonly size: number
  /** Its standard deviation. */
  readonly error: number
  /** How likely it is this and nothing else that we know of: percent. */
  readonly confidence: number
  /** Since when. */
  readonly from: number
}
export interface LossStudy {
  readonly found: readonly LossFound[]
  readonly curve: LossCurve
  /** How many times larger than by chance alone slow errors are: 1 where the readings are off independently of each other. */
  readonly inflation: number
}

/** A leak may begin on any day; looked for are the beginning and every fifth day. */
const leakEveryMs = 5 * 24 * 3_600_000
/** A leak is some tenths of a litre an hour, up to some litres. */
const leakSize = 150
/** Of a nozzle that is off, and of a load that is short. */
const [driftSize, shortSize] = [0.003, 0.012]
/** What is taken from a tank, or poured into it, at a moment of which the books know nothing. */
const atOnceSize = 50_00
/** How often each is to be expected within a month, before anything was measured. */
const usual = { leak: 0.04, meterDrift: 0.1, shortLoad: 0.02, calibration: 0.05, notRun: 0.05, atOnce: 0.02 }
const faultsMost = 5
/** Beyond these it is no leak, meter or short load, but something that the books do not know: litres an hour, shares of sales and note. */
const most = { leak: 1000, meterDrift: 0.02, shortLoad: 0.1 }
/** A slope is told from two days on. */
const hoursLeast = 48

/** One explanation that may be added to what is always so: it makes a size of a column likelier, or takes a known one out. */
interface Idea {
  readonly cause: LossFound['cause']
  readonly key: number | null
  readonly column: number
  readonly prior: number
  readonly from: number
  /** The variance of its size; of what is known, the size. */
  readonly variance?: number
  /** No size beyond it is believed. */
  readonly most?: number
  readonly known?: number
  readonly isLoss?: boolean
}

/**
 * Which causes are behind what tanks lack, beyond what is exact: the readings of some weeks against the recorded sales and notes, hour by
 * hour, at the reference temperature. Meters and notes are always off by a little; a cause is named where it explains the readings so much
 * better that it is as sure as was asked for.
 * @source docs/adr/0096
 */
export function studyLosses(given: LossGiven): LossStudy {
  const curve = lossCurve(given)
  const { points } = curve
  if (points.length < 2) return { found: [], curve, inflation: 1 }
  const model = modelOf(given, curve)
  const chosen = choose(model, given.askedConfidence)
  return { found: chosen.map(idea => foundOf(model, chosen, idea)), curve, inflation: model.inflation }
}

interface Model {
  readonly products: Products
  readonly always: readonly Term[]
  readonly ideas: readonly Idea[]
  readonly inflation: number
}

function modelOf(given: LossGiven, curve: LossCurve): Model {
  const { points } = curve
  const ideas = ideasOf(given, curve)
  const columns = columnsOf(points, ideas)
  const values = points.map(({ restCl }) => restCl - points[0]!.restCl)
  const weights = points.map(({ variance }) => 1 / variance)
  const products = productsOf(columns, values, weights)
  const always: Term[] = [{ column: 0, variance: Infinity }, ...alwaysOf(given, curve)]
  const inflation = inflationOf({ products, always, ideas, inflation: 1 }, points, columns, values)
  const scaled = {
    gram: products.gram.map(row => row.map(value => value / inflation)),
    right: products.right.map(value => value / inflation),
    square: products.square / inflation,
  }
  return { products: scaled, always, ideas, inflation }
}

/** The level itself; then as the points have them; then one for each beginning of a leak, and for each moment at which it moved at once. */
function columnsOf(points: readonly LossPoint[], ideas: readonly Idea[]): number[][] {
  const [leaks, steps] = [ideas.filter(({ cause }) => cause === 'leak'), ideas.filter(({ cause }) => cause === 'atOnce')]
  return [
    points.map(() => 1),
    ...points[0]!.columns.map((first, place) => points.map(({ columns }) => columns[place]! - first)),
    ...leaks.map(({ from }) => points.map(({ at }) => Math.max(0, at - from) / 3_600_000)),
    ...steps.map(({ from }) => points.map(({ at }) => (at > from ? 1 : 0))),
  ]
}

/** Meters in order and honest notes are off by a little, whatever else is so. Without temperatures a note is known less well. */
function alwaysOf({ loads, meterShare, noteShare }: LossGiven, { nozzles, isAtReference }: LossCurve): Term[] {
  const shareOf = ({ factor, isUnsure }: LossLoad) =>
    isUnsure ? unknownNote : isAtReference && factor !== null ? noteShare : Math.hypot(noteShare, unknownWarmth)
  return [
    ...nozzles.map((_, turn) => ({ column: 1 + turn, variance: Math.max(meterShare, 1e-5) ** 2 })),
    ...loads.map((load, turn) => ({
      column: 1 + nozzles.length + turn,
      variance: Math.max(shareOf(load) * load.noteCl, 1_00) ** 2,
    })),
  ]
}
/** Eight degrees between tanker and tank, where nobody measured them; and what a load may be off by of which there is no note. */
const [unknownWarmth, unknownNote] = [0.009, 0.05]

function ideasOf({ loads, tests, unsold }: LossGiven, { nozzles, points }: LossCurve): Idea[] {
  const [first, last] = [points[0]!.at, points.at(-1)!.at]
  const [ofLoads, ofTests] = [1 + nozzles.length, 1 + nozzles.length + loads.length]
  const [ofUnsold, ofLeaks] = [ofTests + tests.length, ofTests + tests.length + unsold.length]
  const hasSlopes = points.length >= hoursLeast
  const begins = hasSlopes ? Math.max(1, Math.floor((last - first) / leakEveryMs)) : 0
  const known = [...loads.map(({ endAt }) => endAt), ...tests.map(({ at }) => at), ...unsold.map(({ to }) => to)]
  const steps = stepsOf(points, known)
  const starts = Array.from({ length: begins }, (_, turn) => first + turn * leakEveryMs)
  const within = ({ at }: { at: number }) => at > first && at < last
  const of = (cause: Idea['cause'], key: number | null, column: number, prior: number, from: number) => ({
    cause,
    key,
    column,
    prior,
    from,
  })
  return [
    ...(hasSlopes ? nozzles : []).map((nozzle, turn) => ({
      ...of('meterDrift', nozzle, 1 + turn, usual.meterDrift / nozzles.length, first),
      variance: driftSize ** 2,
      most: most.meterDrift,
    })),
    ...loads.flatMap(({ key, endAt, noteCl, isUnsure }, turn) =>
      within({ at: endAt }) && !isUnsure
        ? [
            {
              ...of('shortLoad', key, ofLoads + turn, usual.shortLoad, endAt),
              variance: (shortSize * noteCl) ** 2,
              most: most.shortLoad * noteCl,
            },
          ]
        : [],
    ),
    ...tests.flatMap(({ key, at, volumeCl }, turn) =>
      within({ at }) ? [{ ...of('calibration', key, ofTests + turn, usual.calibration, at), known: -volumeCl }] : [],
    ),
    ...unsold.flatMap(({ key, to: at, volumeCl }, turn) =>
      within({ at }) ? [{ ...of('notRun', key, ofUnsold + turn, usual.notRun, at), known: volumeCl }] : [],
    ),
    ...starts.map((from, turn) => ({
      ...of('leak', null, ofLeaks + turn, turn === 0 ? usual.leak / 2 : usual.leak / 2 / (starts.length - 1), from),
      variance: leakSize ** 2,
      most: most.leak,
      isLoss: true,
    })),
    ...steps.map((from, turn) => ({
      ...of('atOnce', null, ofLeaks + starts.length + turn, usual.atOnce, from),
      variance: atOnceSize ** 2,
    })),
  ]
}

/** What is always so together with some ideas. */
function explain({ products, always }: Pick<Model, 'products' | 'always'>, ideas: readonly Idea[]): Explained | undefined {
  const known = ideas.filter(idea => idea.known !== undefined)
  const left = known.reduce((rest, { column, known: size }) => without(rest, column, size!), products)
  const wider = new Map(ideas.flatMap(({ column, variance }) => (variance === undefined ? [] : [[column, variance] as const])))
  const terms = always.map(({ column, variance }) => ({ column, variance: variance + (wider.get(column) ?? 0) }))
  const more = [...wider].filter(([column]) => !always.some(term => term.column === column))
  const found = explained(left, [...terms, ...more.map(([column, variance]) => ({ column, variance }))])
  if (!found) return undefined
  // Fuel does not come back: half of the sizes that a leak might have had, had it been a gain, are left out.
  const losses = ideas.filter(({ isLoss }) => isLoss).map(({ column }) => found.sizes.get(column)!)
  const oneSided = losses.reduce((sum, { value, error }) => sum + Math.log(2) + logShare(-value / error), 0)
  return { ...found, evidence: found.evidence + oneSided }
}

/** The logarithm of the share below; where that is too small for a number, by its asymptote. */
const logShare = (deviations: number): number =>
  deviations > -6 ? Math.log(normalShare(deviations)) : -(deviations ** 2) / 2 - Math.log(-deviations * Math.sqrt(2 * Math.PI))

const odds = ({ prior }: Idea) => Math.log(prior / (1 - prior))
/** How much better one more idea explains it, with how usual it is; nothing where it cannot be told apart. */
function gain(model: Model, chosen: readonly Idea[], idea: Idea, before: number): number {
  const after = explain(model, [...chosen, idea])
  return after ? after.evidence - before + odds(idea) : -Infinity
}

/** Ideas that may stand beside these: a tank has one leak, whenever it began. */
const besides = ({ ideas }: Model, chosen: readonly Idea[]) =>
  ideas.filter(idea => !chosen.includes(idea) && !(idea.cause === 'leak' && chosen.some(({ cause }) => cause === 'leak')))

/** The one of them that explains most; none where that is beyond belief, for then the books do not know of something larger. */
function bestOf(model: Model, chosen: readonly Idea[]): { idea: Idea; more: number } | undefined {
  const before = explain(model, chosen)!.evidence
  const gains = besides(model, chosen).map(idea => ({ idea, more: gain(model, chosen, idea, before) }))
  const best = gains.toSorted((one, other) => other.more - one.more)[0]
  if (!best || best.idea.most === undefined || best.more === -Infinity) return best
  const { value } = explain(model, [...chosen, best.idea])!.sizes.get(best.idea.column)!
  return Math.abs(value) > best.idea.most ? undefined : best
}

/** One after the other, the likeliest first, as long as it is as sure as was asked for that there is one more. */
function choose(model: Model, asked: number): Idea[] {
  const needed = Math.log(asked / (100 - Math.min(asked, 99.9)))
  let chosen: Idea[] = []
  while (chosen.length < faultsMost) {
    const best = bestOf(model, chosen)
    if (!best || best.more < needed) break
    const next = settled(model, [...chosen, best.idea])
    if (next.length <= chosen.length) break
    chosen = next
  }
  return chosen
}

/** With one more in, another may explain better what an earlier one stood for. */
function settled(model: Model, ideas: readonly Idea[]): Idea[] {
  let chosen = [...ideas]
  for (const idea of ideas) {
    const others = chosen.filter(each => each !== idea)
    const best = bestOf(model, others)
    chosen = best && best.more > 0 ? [...others, best.idea] : others
  }
  return chosen
}

/** Its size among all that was chosen; and how likely it is this, rather than nothing or something else in its place. */
function foundOf(model: Model, chosen: readonly Idea[], idea: Idea): LossFound {
  const others = chosen.filter(each => each !== idea)
  const before = explain(model, others)!.evidence
  const own = gain(model, others, idea, before)
  const rivals = besides(model, others).filter(each => !(each.cause === idea.cause && each.key === idea.key))
  const against = rivals.reduce((sum, each) => sum + Math.exp(gain(model, others, each, before) - own), Math.exp(-own))
  const { value, error } = idea.known === undefined ? explain(model, chosen)!.sizes.get(idea.column)! : { value: idea.known, error: 0 }
  const confidence = Math.min(99.9, Math.floor(1000 / (1 + against)) / 10)
  return { cause: idea.cause, key: idea.key, size: value, error, confidence, from: idea.from }
}

/**
 * Errors that last for hours (a tank that is not round, temperatures that nobody measured) would look like causes. How large they are is
 * seen in what is left over when every cause may be there at once: means of some hours are as far off as chance has it, or more.
 */
function inflationOf(
  model: Model,
  points: readonly LossPoint[],
  columns: readonly (readonly number[])[],
  values: readonly number[],
): number {
  const every = explain(
    model,
    model.ideas.filter(({ known }) => known === undefined),
  )
  if (!every) return 1
  const sizes = [...every.sizes]
  const rest = points.map((point, at) => {
    const shown = sizes.reduce((sum, [column, { value }]) => sum + value * columns[column]![at]!, 0)
    return (values[at]! - shown) / Math.sqrt(point.variance)
  })
  return Math.max(...[6, 1].map(block => excessOf(rest, block, sizes.length)))
}

/** Of means of so many hours, against what chance makes of them; a little more than that it makes every other time. */
function excessOf(rest: readonly number[], block: number, sizes: number): number {
  let [squares, count] = [0, 0]
  for (let at = 0; at + block <= rest.length; at += block) {
    squares += rest.slice(at, at + block).reduce((sum, value) => sum + value, 0) ** 2 / block
    count++
  }
  const free = count - sizes
  const ratio = free < 8 ? 1 : squares / free
  return ratio < 1.3 ? 1 : ratio
}
