import {
  cardLimitProfiles,
  cardLimits,
  CardRangeOfUse,
  isShown,
  rangeOfScript,
  said,
  scriptOfRange,
  validateScript,
  type ScriptValues,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { limitedShop } from '../../testing/card-limits.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

// @req CRD-062 CRD-063
test('the form of a range of use is drawn from its schema: what it yields is the document, and no other model is described', async () => {
  const it = await limitedShop()
  const { fields } = await it.lin.call(cardLimits.description, { query: { model: 'CardRangeOfUseDTO' } })
  expect(Object.keys(fields).toSorted()).toEqual(Object.keys(CardRangeOfUse.shape).toSorted())
  expect(fields['stationIds']).toMatchObject({ type: 'enum', multiple: true, enum: [{ id: it.station.id, label: 'Riverside East' }] })
  expect(fields['fillCentsMax']).toMatchObject({
    name: { zh: '单次金额上限', en: 'Most per fill' },
    type: 'float',
    fix: 2,
    limit: { min: 0.01, max: 100_000_000 },
  })
  expect(fields['dayFillsMax']).toMatchObject({ type: 'integer', limit: { min: 1, max: 1000 } })
  expect(fields['plates']).toMatchObject({ type: 'car' })
  expect(fields['hours']).toMatchObject({ type: 'objectArray', fields: { from: { type: 'text', required: true } } })
  const range: CardRangeOfUse = {
    validUntil: '2027-01-01T00:00:00',
    stationIds: [it.station.id],
    weekdays: [1, 5],
    hours: [{ from: '08:30', until: '18:00' }],
    productIds: [it.nozzle.productId],
    plates: ['京A12345'],
    plateBreach: 'alert',
    fillCentsMax: 300_50,
    dayClMax: 80_00,
    dayFillsMax: 2,
  }
  const entered = validateScript({ fields }, scriptOfRange(range, { fields }))
  expect(entered).toMatchObject({ faults: [], values: { fillCentsMax: 300.5, dayClMax: 80 } })
  expect(await it.setLimits({ rangeOfUse: rangeOfScript(entered.values, { fields }) })).toMatchObject({ rangeOfUse: range })
  expect(await it.lin.refused(cardLimits.description, { query: { model: 'StationDTO' } })).toBe('notFound')
})

test('the form stands under four headings, and asks what happens beyond a limit once that limit is entered', async () => {
  const it = await limitedShop()
  const description = await it.lin.call(cardLimits.description, { query: { model: 'CardRangeOfUseDTO' } })
  const { fields } = description
  const headings = [...new Set(Object.values(fields).map(({ section }) => section && said(section, 'en')))]
  expect(headings).toEqual([
    'What may be bought, for which vehicles',
    'Where and when',
    'At most per fill, day and month',
    'Payment password',
  ])
  const asked = (values: ScriptValues) => Object.keys(fields).filter(key => key.endsWith('Breach') && isShown(fields, values, key))
  expect(asked({})).toEqual([])
  expect(asked({ hours: [{ from: '', until: '' }], plates: [] })).toEqual([])
  expect(asked({ dayFillsMax: 2, hours: [{ from: '08:00' }], productIds: [7] })).toEqual(['productBreach', 'timeBreach', 'dayBreach'])
  const entered = { fillClMax: 60, fillBreach: 'alert', monthBreach: 'alert' }
  expect(validateScript(description, entered)).toEqual({ faults: [], values: { fillClMax: 60, fillBreach: 'alert' } })
})

test('what a range names is the own company’s, and an end lies after its start', async () => {
  const it = await limitedShop()
  const other = await limitedShop()
  for (const rangeOfUse of [{ stationIds: [other.station.id] }, { productIds: [other.nozzle.productId] }, { itemIds: [7] }])
    expect(await it.master.refused(cardLimitProfiles.create, { body: { name: 'Drivers', rangeOfUse } })).toBe('notFound')
  const validity = { validFrom: '2026-05-02T00:00:00', validUntil: '2026-05-01T00:00:00' }
  expect(await it.master.refused(cardLimitProfiles.create, { body: { name: 'Drivers', rangeOfUse: validity } })).toBe('validation')
  await it.newProfile({})
  expect(await it.lin.refused(cardLimitProfiles.create, { body: { name: 'Drivers', rangeOfUse: {} } })).toBe('auth.forbidden')
  expect((await it.lin.call(cardLimitProfiles.list, {})).totalElements).toBe(1)
})

test('an edit that says nothing of the limits leaves them', async () => {
  const it = await limitedShop({ own: { dayFillsMax: 3 }, profile: { dayFillsMax: 5 } })
  expect(await it.setLimits({})).toMatchObject({ rangeOfUse: { dayFillsMax: 3 }, limitProfileId: it.shared!.id })
})
