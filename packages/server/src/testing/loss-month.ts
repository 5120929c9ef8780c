import { volumeCorrectionFactor } from '@forecourt/contract/measure/convert.ts'
import { studyLosses } from '@forecourt/contract/measure/loss-causes.ts'
import { sharesOf } from '@forecourt/contract/measure/loss-shares.ts'
import { isFigure } from '@forecourt/contract/measure/terms.ts'
import { givenOf, lossDayMs, lossDays, lossMonth, lossStart, truthOf, type LossKind } from '@forecourt/simulator/loss-month.ts'

const settings = { standard: 'gbt1885', reference: 20, mode: 'formula' } as const
const factors = new Map<number, number>()
const wholeDegree = (degrees: number): number => {
  const known = factors.get(degrees)
  if (known !== undefined) return known
  const measured = volumeCorrectionFactor({ density: 742, temperature: degrees }, settings)
  if (!isFigure(measured)) throw new Error(measured.reason)
  factors.set(degrees, measured.value)
  return measured.value
}
/** Of petrol whose note says 742 kg/m³, by the engine's own standard; the simulator lets it grow by a handbook's coefficient. */
function factorAt(celsius: number): number {
  const low = Math.floor(celsius)
  return wholeDegree(low) + (celsius - low) * (wholeDegree(low + 1) - wholeDegree(low))
}
/** As a station is set up: meters within ± 0.1 % and within 0.1 % (two standard deviations), named from 80 % on. */
const told = { factorAt, meterShare: 0.0005, noteShare: 0.0005, askedConfidence: 80 }

/** A cause of a tank, or of one of its nozzles, with litres as the variance has them: minus is lost. */
interface Line {
  readonly name: string
  readonly cl: number
  /** Two standard deviations, of an estimate. */
  readonly uncertaintyCl?: number
}
export interface JudgedMonth {
  readonly top: Line
  readonly trueTop: Line
  /** What was found for the true top cause. */
  readonly found: number
  readonly uncertaintyCl: number
  /** What was named as wrong: heat is no fault. */
  readonly named: readonly string[]
}

const largest = (lines: readonly Line[]): Line => lines.toSorted((one, other) => Math.abs(other.cl) - Math.abs(one.cl))[0]!

/** What the engine finds in a month, against what the simulator knows. */
export function judgeMonth(seed: number, kind: LossKind, gaugeMm: number): JudgedMonth {
  const month = lossMonth(seed, kind, gaugeMm)
  const found = month.layout.tanks.flatMap(({ id }) => linesOf(month, id))
  const truth = month.layout.tanks.flatMap(({ id }) =>
    Object.entries(truthOf(month.log, id)).map(([name, cl]) => ({ name: `${id} ${name}`, cl: 0 - cl })),
  )
  const [top, trueTop] = [largest(found), largest(truth)]
  const own = found.filter(({ name }) => name === trueTop.name)
  return {
    top,
    trueTop,
    found: own.reduce((sum, { cl }) => sum + cl, 0),
    uncertaintyCl: own.reduce((sum, { uncertaintyCl = 0 }) => sum + uncertaintyCl, 0),
    named: found.filter(({ name }) => !name.endsWith('heat')).map(({ name }) => name),
  }
}

function linesOf(month: ReturnType<typeof lossMonth>, tankId: number): Line[] {
  const given = givenOf(month, tankId, told)
  const study = studyLosses(given)
  const { shares, temperatureCl } = sharesOf(study, given, [lossStart, lossStart + lossDays * lossDayMs])
  const returned = study.found.filter(({ cause }) => cause === 'notRun').map(({ key }) => key)
  return [
    ...shares
      .filter(({ found: { cause } }) => cause !== 'notRun')
      .map(({ found: { cause, key }, volumesCl, uncertaintyCl }) => ({
        name: `${tankId} ${cause}${cause === 'meterDrift' ? ` ${key}` : ''}`,
        cl: volumesCl[0]!,
        uncertaintyCl,
      })),
    ...given.unsold.filter(({ key }) => !returned.includes(key)).map(({ volumeCl }) => ({ name: `${tankId} standAlone`, cl: -volumeCl })),
    { name: `${tankId} heat`, cl: temperatureCl[0] ?? 0 },
  ]
}
