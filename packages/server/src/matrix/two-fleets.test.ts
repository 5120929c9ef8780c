import { cards, cardShares, cars, endpoints, fleets, massCards, resources, type Endpoint, type Resource } from '@forecourt/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import '../modules/index.ts'
import { someMobile } from '../testing/fleet.ts'
import { shop } from '../testing/order.ts'
import { wholeFleet, type WholeFleet } from '../testing/whole-fleet.ts'
import { owned, unique } from '../testing/world.ts'
import { expected } from './expected.ts'
import { fingerprint } from './scene.ts'

const open = endpoints.filter(({ permission }) => expected.get(permission)?.has('group_master'))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const lists = [...resources.values()].filter(({ list }) => list && expected.get(list.permission)?.has('group_master'))

const ofCard = (table: string) => `select r.id from ${table} r join user_card c on c.id = r.user_card_id where c.group_id = $1`
const ofFleet = (table: string) => `select id from ${table} where group_id = $1`
/** The records of a fleet, as the tables have them, whatever the product says of them. */
const recordsOf: Record<string, string> = {
  groups: 'select id from fleet where id = $1',
  userCards: ofFleet('user_card'),
  userCardDetails: ofCard('user_card_detail'),
  cardJudgements: ofCard('card_judgement'),
  fleetEmployees: ofFleet('fleet_employee'),
  employeeImports: ofFleet('employee_import'),
  employeeImportProblems:
    'select p.id from employee_import_problem p join employee_import i on i.id = employee_import_id where group_id = $1',
  cars: ofFleet('car'),
  fleetAgreements: ofFleet('fleet_agreement'),
  fleetBills: ofFleet('fleet_bill'),
  fleetBillLines: ofFleet('fleet_bill_line'),
  fleetBillCards: ofFleet('fleet_bill_card'),
  allocationPlans: ofFleet('allocation_plan'),
  allocationRuns: ofFleet('allocation_run'),
  allocationRunLines: ofFleet('allocation_run_line'),
  fillAlerts: ofFleet('fill_alert'),
}
const idsOf = async (resource: string, { id }: WholeFleet) =>
  (await owned<{ id: number }>(`${recordsOf[resource]!} order by 1`, [id])).map(row => row.id)

type Sent = { id?: number; body?: object; query?: object }
const terms = ({ plan, sub }: WholeFleet) => ({ ...plan, name: `Fuel ${unique()}`, lines: [{ userCardId: sub.id, amountCents: 1 }] })
const toSub = ({ sub }: WholeFleet) => ({ rows: [{ toId: sub.id, amountCents: 1 }] })
const plate = () => `沪B${String(unique()).padStart(5, '0').slice(-5)}`
/** What a leader sends, and from which card where it is not any card of the fleet: all that is named is the fleet's. */
const acts: Record<string, (of: WholeFleet) => Sent> = {
  'GET /userCards/number': ({ sub }) => ({ query: { number: sub.number } }),
  'PUT /userCards/:id': ({ employee }) => ({ body: { version: 1, name: 'Renamed', userId: employee.userId } }),
  'PUT /userCards/:id/transfer': ({ master, sub }) => ({ id: master.id, body: { type: 'assign', toId: sub.id, amountCents: 1 } }),
  'POST /userCards/:id/assignMany': of => ({ id: of.master.id, body: toSub(of) }),
  'POST /userCards/:id/assignMany/preview': of => ({ id: of.master.id, body: toSub(of) }),
  'POST /userCards/:id/loss': () => ({ body: {} }),
  'POST /userCards/:id/unhook': () => ({ body: {} }),
  'PUT /userCards/:id/lowBalance': () => ({ body: { version: 0, levelCents: 100_00, language: 'en' } }),
  'PUT /fleetEmployees/:id': () => ({ body: { version: 1, name: 'Renamed' } }),
  'POST /fleetEmployees/:id/leave': () => ({ body: {} }),
  'POST /groups/:id/employees': () => ({ body: { mobile: someMobile(), name: 'New' } }),
  'POST /groups/:id/employees/import': ({ attachmentId }) => ({ body: { attachmentId } }),
  'POST /cars': ({ id, employee }) => ({ body: { plate: plate(), fuelType: 'diesel', groupId: id, userId: employee.userId } }),
  'PUT /cars/:id': ({ id, employee }) => ({
    body: { version: 1, plate: plate(), fuelType: 'diesel', groupId: id, userId: employee.userId },
  }),
  'POST /groups/:id/allocationPlans': of => ({ body: terms(of) }),
  'POST /groups/:id/allocationPlans/preview': of => ({ body: terms(of) }),
  'PUT /allocationPlans/:id': of => ({ body: { ...terms(of), version: 1 } }),
}
/** Of many at once each is answered for itself; what a limit means concerns no fleet. */
const apart = ['POST /userCards/acts', 'GET /description', 'GET /statistics/cards']
const one = open.filter(each => !apart.includes(nameOf(each)) && (each.path.includes('/:id') || acts[nameOf(each)]))

let mine: WholeFleet, others: Record<'of the same company' | 'of another company', WholeFleet>
beforeAll(async () => {
  const here = await shop()
  mine = await wholeFleet(here, 'Jianghai')
  others = { 'of the same company': await wholeFleet(here, 'Oasis'), 'of another company': await wholeFleet(await shop(), 'Harbour') }
}, 120_000)
const which = ['of the same company', 'of another company'] as const

/** The call about this fleet: the record in its path is the first one that the fleet has of its kind. */
async function sentAbout(endpoint: Endpoint, of: WholeFleet): Promise<Sent> {
  const given = acts[nameOf(endpoint)]?.(of) ?? {}
  if (!endpoint.path.includes('/:id') || given.id !== undefined) return given
  const kind = endpoint.path.split('/')[1]!
  return { ...given, id: kind === 'userCards' ? of.sub.id : (await idsOf(kind, of))[0]! }
}
const answer = (endpoint: Endpoint, sent: Sent) => mine.leader.refused(endpoint, sent)

// @req FLT-018 SEC-029
describe('a leader between two fleets', { timeout: 60_000 }, () => {
  test('all that a leader may ask about a record is asked here, and each fleet has a record of each kind', async () => {
    const asked = new Set([...one, ...lists.flatMap(({ list, totals }) => [list, totals])].map(each => each && nameOf(each)))
    const rest = open.map(nameOf).filter(name => !asked.has(name) && !apart.includes(name))
    expect(rest).toEqual([])
    expect(lists.map(({ name }) => name).filter(name => !recordsOf[name])).toEqual([])
    for (const of of [mine, ...Object.values(others)])
      for (const name of Object.keys(recordsOf)) expect([name, (await idsOf(name, of)).length > 0]).toEqual([name, true])
  })

  test.each(which)('no record of a fleet %s is there for them, and none changes', async of => {
    const other = others[of]
    const before = await Promise.all([mine, other].map(({ company }) => fingerprint(company.id)))
    for (const endpoint of one) {
      const [own, theirs] = [await sentAbout(endpoint, mine), await sentAbout(endpoint, other)]
      if (theirs.id !== undefined)
        expect([nameOf(endpoint), await answer(endpoint, { ...own, id: theirs.id })]).toEqual([nameOf(endpoint), 'notFound'])
    }
    expect(await Promise.all([mine, other].map(({ company }) => fingerprint(company.id)))).toEqual(before)
  })

  test.each(which)('nor is anything of a fleet %s taken that a call about the own one names', async of => {
    const other = others[of]
    const before = await Promise.all([mine, other].map(({ company }) => fingerprint(company.id)))
    for (const endpoint of one.filter(each => acts[nameOf(each)]?.length && nameOf(each) !== 'POST /userCards/:id/assignMany/preview')) {
      const [own, { body, query }] = [await sentAbout(endpoint, mine), await sentAbout(endpoint, other)]
      const code = await answer(endpoint, { ...own, ...(body && { body }), ...(query && { query }) })
      expect([nameOf(endpoint), refusals.has(code) || code]).toEqual([nameOf(endpoint), true])
    }
    expect(await Promise.all([mine, other].map(({ company }) => fingerprint(company.id)))).toEqual(before)
  })
  /** Of what is not there, of a card of another master, of a driver of another fleet; and no leader says who holds a card. */
  const refusals = new Set(['notFound', 'card.notOfMaster', 'quota.cardOtherFleet', 'car.driverOtherFleet', 'auth.forbidden'])
})

// @req FLT-018 SEC-029
describe('what a leader is shown', { timeout: 60_000 }, () => {
  test.each(which)('of many cards at once those of a fleet %s are told to be missing, and nothing else is said of them', async of => {
    const { sub, master } = others[of]
    const { done, rows } = await mine.leader.call(massCards, { body: { act: 'loss', ids: [sub.id, master.id] } })
    const missing = { code: 'notFound', number: null }
    expect([done, rows]).toMatchObject([0, [missing, missing]])
    const body = toSub(others[of])
    const preview = await mine.leader.call(cardShares.preview, { id: mine.master.id, body })
    expect(preview).toMatchObject({ amountCents: 0, count: 0, refused: 1, rows: [{ number: null, name: '', code: expect.any(String) }] })
  })

  test.each(lists.map(resource => [resource.name, resource] as const))(
    '%s: every row is of the own fleet, however it is asked for',
    async (_, resource) => {
      const own = await idsOf(resource.name, mine)
      expect(await listed(resource, {})).toEqual(own)
      for (const other of Object.values(others)) {
        const [id] = await idsOf(resource.name, other)
        expect(await listed(resource, { search: `id:${id}` })).toEqual([])
        expect(await listed(resource, { search: `id>=0` })).toEqual(own)
        if (resource.totals) expect(await mine.leader.call(resource.totals, { query: { search: `id:${id}` } })).toMatchObject({ count: 0 })
      }
      if (resource.totals) expect(await mine.leader.call(resource.totals, { query: {} })).toMatchObject({ count: own.length })
    },
  )

  test('a file that another fleet has put up is not theirs to read', async () => {
    for (const { attachmentId } of Object.values(others))
      expect((await mine.leader.raw('GET', `/attachments/${attachmentId}`)).statusCode).toBe(404)
    expect((await mine.leader.raw('GET', `/attachments/${mine.attachmentId}`)).statusCode).toBe(200)
  })

  // Last, for it changes the fleet: were a call refused for its shape, the refusals above would mean nothing.
  test('the same calls about the own fleet are understood', async () => {
    for (const endpoint of one) {
      const code = await answer(endpoint, await sentAbout(endpoint, mine))
      expect([nameOf(endpoint), ['notFound', 'validation', 'auth.forbidden'].includes(code) ? code : 'understood']).toEqual([
        nameOf(endpoint),
        'understood',
      ])
    }
    expect(await mine.leader.refused(cards.list, {})).toBe('auth.forbidden')
    expect(await mine.leader.refused(fleets.update, { id: mine.id, body: {} as never })).toBe('auth.forbidden')
    expect((await mine.leader.call(cars.list, {})).content.every(car => car.groupId === mine.id)).toBe(true)
  })
})

async function listed(resource: Resource, query: Record<string, string>): Promise<number[]> {
  const { content } = await mine.leader.call(resource.list, { query: { ...query, size: '500' } })
  return content.map(({ id }) => id).toSorted((one, two) => one - two)
}
