import {
  addFleet,
  cardBatches,
  cardImports,
  chargeUserCard,
  companies,
  deals,
  deliveryCorrectionProof,
  deliveryCorrections,
  dispensers,
  employeeImports,
  endpoints,
  FileType,
  fleetAgreements,
  itemImports,
  memberImports,
  members,
  rewardCategories,
  rewards,
  metaOf,
  oilInfos,
  openFleet,
  purchaseCalls,
  resources,
  setStationProfile,
  stations,
  users,
  type Endpoint,
} from '@forecourt/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { asSent, proofOf } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { form, png } from '../../testing/file.ts'
import { forecourt } from '../../testing/forecourt.ts'
import { tamper, world } from '../../testing/world.ts'

type World = Awaited<ReturnType<typeof world>>
type Someone = Awaited<ReturnType<World['staff']>>

async function put(who: Someone, type: string): Promise<number> {
  const isText = ['cardImport', 'cardBatch', 'employeeImport', 'memberImport', 'purchaseImport', 'goodsImport'].includes(type)
  const { payload, headers } = form(isText ? { filename: 'a.csv', bytes: Buffer.from('1,2\n') } : { filename: 'a.png', bytes: png() })
  return (await who.raw('POST', `/upload?type=${type}`, payload, headers)).json().id
}

let here: World, there: World
/** Somebody who works for both companies, and could name the files of either. */
let both: Someone
const period = { startTime: '2026-01-01T00:00:00.000Z', endTime: '2026-02-01T00:00:00.000Z' }
const reward = () => ({ name: `Reward ${++number}`, categoryId: shelfId, points: 1, taxRate: 13 })
const coupon = () => ({ name: `Coupon ${++number}`, kind: 'amount' as const, offCents: 100, ...period })
const nothing = (): object => ({})
const taken =
  (of: Endpoint, more = nothing) =>
  async (over: object) =>
    both.send(of, { body: { attachmentId: 0, ...more(), ...over } })
const columns = { code: 0, name: 1, category: 0, price: 1 }
let elsewhere: Someone, shelfId: number
beforeAll(async () => {
  here = await world()
  there = await world()
  both = await here.staff({ role: 'superAdmin', over: { companyIds: [here.company.id, there.company.id] } })
  elsewhere = await there.staff({ role: 'superAdmin' })
  product = (await makeCard(here)).cardId
  shelfId = (await both.call(rewardCategories.create, { body: { name: 'Shelf' } })).id
  fleet = (await (await here.staff()).call(addFleet, { body: { name: 'Taxis' } })).id
  await here.rows(`insert into user_account (id, company_id, name, is_staff) values ($1, $2, '林', true)`, [both.actor.id, here.company.id])
})

const company = async (over: object) => {
  const { id } = here.company
  return both.send(companies.update, { id, body: { ...asSent(companies.update, await both.call(companies.get, { id })), ...over } })
}
const stationNow = () => both.call(stations.get, { id: here.station.id })
let number = 100
let product = 0
let fleet = 0
const agreement = (over: object) => {
  const year = 2027 + ++number
  return { groupId: fleet, number: `A-${number}`, fromDate: `${year}-01-01`, untilDate: `${year}-12-31`, ...over }
}
/** Each into a tank of its own: one tanker at a time fills a tank. */
const delivery = async (over: object) => {
  const stands = forecourt(here)
  const { id: tankId } = await stands.tank((await stands.product()).id)
  return { stationId: here.station.id, tankId, beginTime: '2026-01-01T00:00:00.000Z', beforeVolumeCl: 0, ...over }
}
const stand = (over: object) => ({ stationId: here.station.id, number: ++number, name: `No. ${number}`, ...over })

/** Every field of the product that names a file, and a call that sets it. */
type Field = readonly [what: string, field: string, type: string, send: (over: object) => ReturnType<Someone['send']>]
/** Of a record, when it is made and when it is changed. */
const inBoth = (what: string, field: string, type: string, of: { create: Endpoint; update: Endpoint }, body: () => object): Field[] => [
  [`${what}, a new one`, field, type, async over => both.send(of.create, { body: { ...body(), ...over } })],
  [
    what,
    field,
    type,
    async over => {
      const made = (await both.call(of.create, { body: body() })) as { id: number }
      return both.send(of.update, { id: made.id, body: { ...(asSent(of.update, made as never) as object), ...over } })
    },
  ],
]

const fields = [
  [
    'a user’s picture',
    'avatarId',
    'userAvatar',
    async (over: object) => {
      const roles = [{ defaultRole: 'company_user' as const, stationId: null }]
      const { id } = await both.call(users.create, {
        body: { name: 'Wu', mobile: `1390000${++number}0`, roles, companyId: here.company.id },
      })
      const { version } = await both.call(users.get, { id })
      return both.send(users.update, { id, body: { version, ...over } })
    },
  ],
  ['a company’s long logo', 'bigLogoId', 'companyPicture', company],
  ['a company’s square logo', 'smallLogoId', 'companyPicture', company],
  [
    'a new station’s picture',
    'pictureId',
    'stationPicture',
    async (over: object) => both.send(stations.create, { body: { code: `N${++number}00`, name: `North ${number}`, ...over } }),
  ],
  [
    'a station’s picture',
    'pictureId',
    'stationPicture',
    async (over: object) =>
      both.send(stations.update, { id: here.station.id, body: { ...asSent(stations.update, await stationNow()), ...over } }),
  ],
  [
    'a station’s picture, from its own page',
    'pictureId',
    'stationPicture',
    async (over: object) =>
      both.send(setStationProfile, { id: here.station.id, body: { ...asSent(setStationProfile, await stationNow()), ...over } }),
  ],
  [
    'a new dispenser’s picture',
    'pictureId',
    'dispenserPicture',
    async (over: object) => both.send(dispensers.create, { body: stand(over) }),
  ],
  [
    'a dispenser’s picture',
    'pictureId',
    'dispenserPicture',
    async (over: object) => {
      const made = await both.call(dispensers.create, { body: stand({}) })
      return both.send(dispensers.update, { id: made.id, body: { ...asSent(dispensers.update, made), ...over } })
    },
  ],
  [
    'a file of chips',
    'attachmentId',
    'cardImport',
    async (over: object) => both.send(cardImports.begin, { body: { attachmentId: 0, supplier: 1, cardType: 2, ...over } }),
  ],
  ['a file of cards to issue', 'attachmentId', 'cardBatch', taken(cardBatches.begin, () => ({ cardId: product }))],
  ['a file of members', 'attachmentId', 'memberImport', taken(memberImports.check)],
  ['a file of purchase contracts', 'attachmentId', 'purchaseImport', taken(purchaseCalls.import)],
  ['a file of goods whose columns are read', 'attachmentId', 'goodsImport', taken(itemImports.columns)],
  ['a file of goods', 'attachmentId', 'goodsImport', taken(itemImports.check, () => ({ stationId: here.station.id, mapping: columns }))],
  [
    'a file of employees',
    'attachmentId',
    'employeeImport',
    async (over: object) => both.send(employeeImports.begin, { id: fleet, body: { attachmentId: 0, ...over } }),
  ],
  [
    'the certificate of a new delivery',
    'certificateId',
    'deliveryCertificate',
    async (over: object) => both.send(oilInfos.create, { body: await delivery(over) }),
  ],
  [
    'the certificate of a delivery',
    'certificateId',
    'deliveryCertificate',
    async (over: object) => {
      const made = await both.call(oilInfos.create, { body: await delivery({}) })
      return both.send(oilInfos.update, { id: made.id, body: { ...asSent(oilInfos.update, made), ...over } })
    },
  ],
  [
    'the certificate of a corrected delivery',
    'certificateId',
    'deliveryCertificate',
    async (over: object) => {
      const measured = { endTime: '2026-01-01T01:00:00.000Z', afterVolumeCl: 100_00, deliveryVolumeCl: 100_00 }
      const { id, ...made } = await both.call(oilInfos.create, { body: await delivery(measured) })
      await tamper('update delivery set class_settle_id = 1, settled_sold_cl = 0, settled_received_cl = 10000 where id = $1', [id])
      const pinProof = await proofOf(both.actor, deliveryCorrectionProof(id, 100_00))
      const { version: _, ...facts } = asSent(oilInfos.update, made)
      const body = { ...facts, correctionReason: 'Read wrongly', pinProof, ...over }
      return both.send(deliveryCorrections.correct, { id, body })
    },
  ],
  ...inBoth('the paper of an agreement', 'fileId', 'agreement', fleetAgreements, () => agreement({})),
  ...inBoth('the picture of a coupon', 'pictureId', 'dealPicture', deals, coupon),
  ...inBoth('the picture of a reward', 'pictureId', 'rewardPicture', rewards, reward),
  ...inBoth('a member’s picture', 'avatarId', 'userAvatar', members, () => ({ name: 'Wu' })),
  [
    'the receipt of a top-up',
    'receiptId',
    'topUpReceipt',
    async (over: object) =>
      both.send(chargeUserCard, {
        id: (await makeCard(here)).id,
        body: { amountCents: 100, payType: 'cash', stationId: here.station.id, ...over },
      }),
  ],
  [
    'the receipt of a fleet’s first top-up',
    'receiptId',
    'topUpReceipt',
    async (over: object) => {
      const leader = { leaderName: 'Wu', leaderMobile: `1380000${++number}0`, masterNumber: `66000000${number}`, cardId: product }
      const paid = { amountCents: 100, payType: 'cash' as const, stationId: here.station.id }
      return both.send(openFleet, { body: { name: `Fleet ${number}`, ...leader, ...paid, ...over } })
    },
  ],
] as const

describe.each(fields)('%s', (_, field, type, send) => {
  const outcome = async (id: number) => {
    const reply = await send({ [field]: id })
    return reply.statusCode === 200 ? 'allowed' : [reply.json().code, reply.json().field]
  }

  test('is a file of the company, of the type that is meant', async () => {
    expect(await outcome(await put(both, type))).toBe('allowed')
  })

  test('is refused on its field: a file that does not exist, one of another company, one of another type', async () => {
    expect(await outcome(987_654_321)).toEqual(['notFound', field])
    expect(await outcome(await put(elsewhere, type))).toEqual(['notFound', field])
    expect(await outcome(await put(both, 'itemPicture'))).toEqual(['notFound', field])
  })
})

test('every call that takes the id of a file stands above', () => {
  const calls = endpoints.flatMap(({ method, path, body }) =>
    body instanceof z.ZodObject
      ? Object.entries(body.shape).flatMap(([field, schema]) => (metaOf(schema as z.ZodType).file ? [`${method} ${path} ${field}`] : []))
      : [],
  )
  expect(calls.toSorted()).toEqual([
    'POST /cardInfos/import attachmentId',
    'POST /deals pictureId',
    'POST /dispensers pictureId',
    'POST /fleetAgreements fileId',
    'POST /groups/:id/employees/import attachmentId',
    'POST /groups/open receiptId',
    'POST /items/import attachmentId',
    'POST /items/import/columns attachmentId',
    'POST /members avatarId',
    'POST /oilInfos certificateId',
    'POST /oilInfos/:id/correct certificateId',
    'POST /purchaseContracts/import attachmentId',
    'POST /rewards pictureId',
    'POST /stations pictureId',
    'POST /userCards/:id/charge receiptId',
    'POST /userCards/batch attachmentId',
    'POST /users/import attachmentId',
    'PUT /companies/:id bigLogoId',
    'PUT /companies/:id smallLogoId',
    'PUT /deals/:id pictureId',
    'PUT /dispensers/:id pictureId',
    'PUT /fleetAgreements/:id fileId',
    'PUT /members/:id avatarId',
    'PUT /oilInfos/:id certificateId',
    'PUT /rewards/:id pictureId',
    'PUT /stations/:id pictureId',
    'PUT /stations/:id/profile pictureId',
    'PUT /users/:id avatarId',
  ])
})

test('every field that names a file says which type it takes, so that the rule holds for it', () => {
  const shapes = [
    ...[...resources.values()].map(({ name, body }) => [name, body] as const),
    ...endpoints.map(({ method, path, body }) => [`${method} ${path}`, body] as const),
  ]
  const named = shapes.flatMap(([owner, body]) =>
    body instanceof z.ZodObject
      ? Object.entries(body.shape).flatMap(([field, schema]) => {
          const { ref, file } = metaOf(schema as z.ZodType)
          return ref === 'attachments' ? [[`${owner} ${field}`, FileType.safeParse(file).success] as const] : []
        })
      : [],
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(([, says]) => !says)).toEqual([])
})
