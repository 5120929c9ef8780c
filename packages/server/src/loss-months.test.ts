import { lossKinds, type LossKind } from '@forecourt/simulator/loss-month.ts'
import { beforeAll, expect, test } from 'vitest'
import { judgeMonth, type JudgedMonth } from './testing/loss-month.ts'
import { drawn, whole } from './testing/sampling.ts'

type Month = JudgedMonth & { readonly kind: LossKind; readonly gaugeMm: number }
/** 200 station-months: by either gauge 14 with each fault and 30 without any. */
const all = [0.5, 3].flatMap(gaugeMm =>
  lossKinds.flatMap((kind, turn) =>
    Array.from({ length: kind === 'none' ? 30 : 14 }, (_, seed) => ({ kind, gaugeMm, seed: 1000 * turn + seed + 1 })),
  ),
)
/** npm test has time for some of them, check:long for all. */
const tried = drawn('loss months', all, 14)
let months: Month[]
beforeAll(() => {
  months = tried.map(({ kind, gaugeMm, seed }) => ({ kind, gaugeMm, ...judgeMonth(seed, kind, gaugeMm) }))
  // All of them take minutes, and more on a machine that has other work.
}, 1_500_000)

const share = (of: readonly Month[], is: (month: Month) => boolean) => of.filter(is).length / Math.max(1, of.length)
const isRight = ({ kind, top, trueTop, named }: Month) => (kind === 'none' ? named.length === 0 : top.name === trueTop.name)
/** A nozzle that is named in place of its neighbour is wrong; so is whatever is named beside the one fault. */
const isFalse = ({ kind, named, trueTop }: Month) => named.some(name => name !== trueTop.name || kind === 'none')
const isNear = ({ found, trueTop }: Month) => Math.abs(found / trueTop.cl - 1) <= 0.1
const isWithin = ({ found, trueTop, uncertaintyCl }: Month) => Math.abs(found - trueTop.cl) <= uncertaintyCl + 1_00

test('there are two hundred station-months', () => {
  expect(all.length).toBe(200)
  if (process.env['SHOW'])
    for (const gaugeMm of [0.5, 3])
      for (const kind of lossKinds) {
        const of = months.filter(month => month.kind === kind && month.gaugeMm === gaugeMm)
        console.log({ gaugeMm, kind, months: of.length, right: share(of, isRight), false: share(of, isFalse), near: share(of, isNear) })
        console.log({
          within: share(of.filter(isRight), isWithin),
          of: of.map(({ found, trueTop }) => (found / trueTop.cl).toFixed(2)).join(' '),
        })
      }
})

// @req FUE-035
test('the cause of a month is named against the log of the simulator, and none where there is none', () => {
  const sure = months.filter(({ kind, gaugeMm }) => !(kind === 'meterDrift' && gaugeMm === 3))
  expect(share(sure, isRight)).toBeGreaterThanOrEqual(0.95)
  // By a gauge of 3 mm a meter that is off by 0.3 % stands out by some six standard errors beside others that may be off by 0.1 %.
  if (whole) expect(share(months, isRight)).toBeGreaterThanOrEqual(0.95)
  expect(
    share(
      months.filter(({ kind }) => kind === 'none' || kind === 'heat'),
      isFalse,
    ),
  ).toBeLessThanOrEqual(0.05)
})

test('its litres are those of the log: within a tenth where chance allows it, and as near as they say', () => {
  const exact = months.filter(({ kind }) => ['shortLoad', 'standAlone', 'heat'].includes(kind))
  expect(share(exact, isNear)).toBeGreaterThanOrEqual(0.95)
  const slopes = months.filter(month => ['leak', 'meterDrift'].includes(month.kind) && isRight(month))
  expect(share(slopes, isWithin)).toBeGreaterThanOrEqual(whole ? 0.9 : 0.6)
})
