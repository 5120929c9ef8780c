import { deliveryCalls, setStationConfig } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { filledShop } from '../../testing/delivery.ts'
import { setClock } from '../../testing/world.ts'
import { at } from '../../testing/settlement.ts'

type Rule = { code?: string; fromMonth: number; toMonth: number; basisPoints: number }

/** A delivery of May of which the note says 5,000 L, at a station with these rules for its fuel. */
async function withRules(rules: readonly Rule[]) {
  const it = await filledShop()
  const boss = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  const [fuel] = await it.rows<{ code: string }>('select code from product where id = $1', [it.nozzle.productId])
  const deliveryLoss = rules.map(rule => ({ code: fuel!.code, source: 'House rule 7', ...rule }))
  const [station] = await it.rows<{ version: number }>('select version from station where id = $1', [it.station.id])
  await boss.call(setStationConfig, { id: it.station.id, body: { version: station!.version, config: { deliveryLoss } } })
  setClock(at('10:00'))
  const { docNo: _doc, ...figures } = it.facts() as Record<string, unknown>
  const foreseen = (over: object = {}) => it.lin.call(deliveryCalls.preview, { body: { ...figures, ...over } as never })
  return { ...it, foreseen }
}

test.each<[string, Rule[], number | null]>([
  ['by the rule of its month, rounded down', [{ fromMonth: 4, toMonth: 9, basisPoints: 13 }], 6_50],
  ['by a rule over the turn of the year', [{ fromMonth: 11, toMonth: 5, basisPoints: 20 }], 10_00],
  [
    'by the one of two rules whose months they are',
    [
      { fromMonth: 10, toMonth: 4, basisPoints: 8 },
      { fromMonth: 5, toMonth: 9, basisPoints: 20 },
    ],
    10_00,
  ],
  ['not known out of the months of the rule', [{ fromMonth: 6, toMonth: 9, basisPoints: 20 }], null],
  ['not known for another fuel', [{ code: 'other', fromMonth: 1, toMonth: 12, basisPoints: 20 }], null],
  ['not known without a rule', [], null],
])('what may be lost of a delivery is %s', async (_how, rules, allowedLossCl) => {
  const { foreseen, record, lin } = await withRules(rules)
  const said = { allowedLossCl, allowedBy: allowedLossCl === null ? null : 'House rule 7' }
  expect(await foreseen()).toMatchObject(said)
  const { id } = await record()
  expect(await lin.call(deliveryCalls.atReference, { id })).toMatchObject(said)
})

test('without a note nothing is judged', async () => {
  const { foreseen } = await withRules([{ fromMonth: 1, toMonth: 12, basisPoints: 20 }])
  expect(await foreseen({ deliveryVolumeCl: null })).toMatchObject({ allowedLossCl: null, allowedBy: null })
})
