import {
  addFleet,
  cardHolds,
  daySettlement,
  endpoints,
  fleetBilling,
  metaOf,
  orderPayments,
  resources,
  salesByHour,
  allocationPlans,
  type Endpoint,
  type Totals,
} from '@forecourt/contract'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { quota } from './modules/quota/index.ts'
import { proveEveryCompany } from './every-invariant.ts'
import { makeCard } from './testing/card.ts'
import { refunder } from './testing/refund.ts'
import { runDueJobs } from './testing/jobs.ts'
import { usualTerms } from './testing/quota.ts'
import { at, morning, shiftShop } from './testing/settlement.ts'
import { db, setClock, tamper } from './testing/world.ts'
import { rollUp } from './maintenance.ts'

/** A company with some of all that lists add up: sales, discounts, payments, a refund, cards, a settled shift and day, a fleet's bill. */
async function lived(currency: string) {
  const it = await shiftShop()
  await it.rows('update company set currency = $2 where id = $1', [it.company.id, currency])
  const { shift } = await morning(it)
  const [paid] = await it.rows<{ id: number }>(`select id from pay_transaction where company_id = $1 and pay_type = 'cash'`, [
    it.company.id,
  ])
  await refunder(it.lin).refund(paid!.id, { amountCents: 10_00 })
  const { number } = await makeCard(it, { principalCents: 100_00 })
  await it.device.call(cardHolds.ask, { body: { cardNumber: number, nozzleControlId: it.nozzle.id, wantedCents: 50_00 } })
  setClock(at('16:00'))
  await it.close(shift.id, 444_00, { force: true })
  setClock(at('02:00', '2026-05-02'))
  await it.lin.call(daySettlement.settle, { body: { stationId: it.station.id, businessDay: '2026-05-01' } })
  await billed(it)
  await it.rows(
    `insert into month_settle (company_id, month, opening_cents, purchased_cents, freight_cents, claimed_cents, sold_cents, lost_cents,
       adjusted_cents, closing_cents, sales_net_cents, fingerprint, created_date)
     values ($1, '2026-04-01', 0, 700, 20, 1, 400, 3, 2, 318, 500, 'f', '2026-05-01')`,
    [it.company.id],
  )
  await bought(it)
  await received(it)
  await couponed(it)
  return { ...it, currency }
}

/** Fuel of a depot: a contract, and a load that was ordered. */
async function bought({ company, station, rows }: Awaited<ReturnType<typeof shiftShop>>) {
  await rows(
    `with fuel as (insert into base_fuel (company_id, name, code, type) values ($1, 'Diesel', 'D0', 'diesel') returning id),
       seller as (insert into supplier (company_id, name, sells_fuel, carries, sells_goods)
         values ($1, 'R', true, true, false) returning id),
       depot as (insert into depot (company_id, name, base_fuels) values ($1, 'North', '[]') returning id),
       contract as (insert into purchase_contract (company_id, day, number, depot_id, base_fuel_id, supplier_id, density, price_cents_per_t,
         tax_rate, weight_kg) select $1, '2026-05-01', 'P1', depot.id, fuel.id, seller.id, 838, 800000, 13, 1000 from fuel, seller, depot)
     insert into transport (company_id, delivery_time, supplier_id, base_fuel_id, station_id, tax_rate, price_cents, typed_cl, priced_by,
       amount_cents, net_cents)
     select $1, '2026-05-01', seller.id, fuel.id, $2, 13, 700000, 100000, 'litre', 700000, 619469 from fuel, seller`,
    [company.id, station.id],
  )
  await rows(
    `insert into purchase_correction (company_id, contract_id, day, weight_kg, amount_cents, net_cents, reason, created_date)
     select $1, id, '2026-05-02', -100, -80000, -70796, 'Credited', '2026-05-02' from purchase_contract where company_id = $1`,
    [company.id],
  )
  // Another one has been signed for.
  await rows(
    `insert into transport (company_id, delivery_time, offload_time, supplier_id, base_fuel_id, product_id, station_id, tax_rate,
       price_cents, typed_cl, priced_by, amount_cents, net_cents, stage, loaded_cl, loaded_day, signed_cl, signed_day, signed_date)
     select company_id, delivery_time, delivery_time, supplier_id, base_fuel_id,
       (select min(id) from product where company_id = $1), $2, 13, 700000, 100000, 'litre', 700000, 619469, 'signed',
        100000, '2026-05-01', 100000, '2026-05-01', delivery_time
     from transport where company_id = $1`,
    [company.id, station.id],
  )
}

/** Goods that were received at a price, and are counted. */
async function received({ company, station, rows }: Awaited<ReturnType<typeof shiftShop>>) {
  await rows(
    `with shelf as (select id as category_id from category where company_id = $1 and station_id = $2 and type = 'normal' limit 1),
       made as (select id from item where company_id = $1 and station_id = $2 and product_id is null limit 1),
       document as (insert into goods_document (company_id, station_id, kind, status, day, pieces, created_date)
         values ($1, $2, 'receipt', 'booked', '2026-05-01', 10, '2026-05-01') returning id),
       stock as (insert into item_stock (company_id, item_id, station_id, opening, pieces) select $1, id, $2, 10, 10 from made
         on conflict (company_id, item_id) do update set counted = true)
     insert into goods_cost (company_id, goods_document_id, line, station_id, item_id, day, pieces, amount_cents, created_date)
     select $1, document.id, 1, $2, made.id, '2026-05-01', 10, 5000, '2026-05-01' from document, made`,
    [company.id, station.id],
  )
}

/** A coupon, and one of it that was issued. */
async function couponed({ company, rows }: Awaited<ReturnType<typeof shiftShop>>) {
  await rows(
    `with made as (insert into deal (company_id, name, kind, off_cents, start_time, end_time, claim_count, discount_cents, created_date)
         values ($1, 'Coupon', 'amount', 500, '2026-05-01', '2026-06-01', 1, 500, '2026-05-01') returning id),
       kept as (insert into deal_terms (company_id, deal_id, terms, document, created_date)
         select $1, id, 1, '{}', '2026-05-01' from made returning deal_id)
     insert into user_deal (company_id, deal_id, terms, code, source, issued_date, start_time, end_time, used_date, order_id,
       discount_cents)
     select $1, deal_id, 1, 'CODE', 'hand', '2026-05-01', '2026-05-01', '2026-06-01', '2026-05-02', 1, 500 from kept`,
    [company.id],
  )
}

/** The month of a fleet with a fill. */
async function billed(it: Awaited<ReturnType<typeof shiftShop>>) {
  const boss = await it.staff({ over: { stationId: it.station.id } })
  const { id: groupId } = await boss.call(addFleet, { body: { name: 'Taxis' } })
  const master = await makeCard(it, { kind: 'master', groupId, principalCents: 500_00 })
  const cardNumber = master.number
  await it.lin.call(orderPayments.card, { id: (await it.sell({ sequence: 500 })).id, body: { cardNumber } })
  setClock(at('02:00', '2026-06-02'))
  await boss.call(fleetBilling.prepare, { body: { groupId, month: '2026-05-01' } })
  setClock(at('02:00', '2026-05-02'))
  // Its drivers have a quota, which has been given once.
  await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId })
  await boss.call(allocationPlans.add, { id: groupId, body: { ...usualTerms, name: 'Daily', period: 'day', amountCents: 20_00 } })
  setClock(at('07:00', '2026-05-02'))
  await runDueJobs(quota.tasks, at('07:00', '2026-05-02'))
}

let [ours, theirs]: Awaited<ReturnType<typeof lived>>[] = []
const both = (chosenCompanyId?: number) =>
  ours!.staff({
    role: 'superAdmin',
    over: { companyIds: [ours!.company.id, theirs!.company.id], ...(chosenCompanyId && { chosenCompanyId }) },
  })
beforeAll(async () => {
  ;[ours, theirs] = [await lived('CNY'), await lived('EUR')]
})

const summed = [...resources.values()].filter(({ moneyTotals }) => moneyTotals.length > 0)

/** The totals of a list, by rows and by the statistics' cells. */
test.each(summed.map(each => [each.name, each] as const))('totals of %s are given for each currency by itself', async (_, resource) => {
  const ask = async (search: string, companyId?: number): Promise<Totals> =>
    (await both(companyId)).call(resource.totals, { query: search ? { search } : {} })
  for (const rolledUp of [false, true]) {
    if (rolledUp) await rollUp(db)
    for (const search of ['', 'id>0', ...('createdDate' in resource.row.shape ? ['createdDate>=2026-05-01'] : [])]) {
      const [cny, eur] = [await ask(search, ours!.company.id), await ask(search, theirs!.company.id)]
      expect(cny, search).not.toHaveProperty('currencies')
      expect(cny.count, search).toBeGreaterThan(0)
      const sums = resource.totalsOf.map(field => {
        const isMoney = resource.moneyTotals.includes(field)
        return [field, isMoney ? null : cny[field]! + eur[field]!]
      })
      expect(await ask(search), search).toEqual({
        count: cny.count + eur.count,
        ...Object.fromEntries(sums),
        currencies: [
          { currency: 'CNY', ...cny },
          { currency: 'EUR', ...eur },
        ],
      })
    }
  }
})

test('totals of one currency are numbers, though several companies are seen', async () => {
  const root = await both()
  for (const resource of summed.filter(({ scope }) => scope === 'station')) {
    const totals = await root.call(resource.totals, { query: { search: `stationId:${theirs!.station.id}` } })
    expect(totals, resource.name).not.toHaveProperty('currencies')
    for (const field of resource.moneyTotals) expect(totals[field], `${resource.name} ${field}`).toBeTypeOf('number')
  }
})

test('hours of sales are given for each currency by itself', async () => {
  const query = { from: at('00:00').toISOString(), to: at('23:59').toISOString() }
  const { content } = await (await both()).call(salesByHour, { query })
  expect(content).toMatchObject([{ currency: 'CNY' }, { currency: 'EUR' }])
  const [cny, eur] = [await ours!.lin.call(salesByHour, { query }), await theirs!.lin.call(salesByHour, { query })]
  expect(content).toEqual([...cny.content, ...eur.content])
})

/** What is asked about one station, one record or one person, who works at one station. */
const ofOneStation = new Set([
  // Of one card.
  'GET /debitItems/tier',
  'GET /orders/own',
  'GET /classSettles/preview',
  'POST /classSettles/preview',
  'GET /daySettles/preview',
  'POST /daySettles/preview',
  'GET /daySettles/due',
])

/** Where an answer speaks of money without saying whose: neither a currency nor a station or record beside it, or around it. */
function unnamed(schema: z.ZodType, path: string, known = false): string[] {
  const { bare, format } = metaOf(schema)
  if (format === 'cents') return known ? [] : [path]
  if (bare instanceof z.ZodArray) return unnamed(bare.element as z.ZodType, `${path}[]`, known)
  if (bare instanceof z.ZodUnion) return bare.options.flatMap(option => unnamed(option as z.ZodType, path, known))
  if (!(bare instanceof z.ZodObject)) return []
  const named = known || ['currency', 'stationId', 'id'].some(name => name in bare.shape)
  return Object.entries(bare.shape).flatMap(([field, of]) => unnamed(of as z.ZodType, `${path}.${field}`, named))
}

test('every other answer with money in it says of which currency, station or record it is', () => {
  const name = ({ method, path }: Endpoint) => `${method} ${path}`
  const asked = endpoints.filter(each => (each.method === 'GET' || each.reads) && !each.path.includes('/:id'))
  expect(asked.filter(each => !ofOneStation.has(name(each))).flatMap(each => unnamed(each.returns, name(each)))).toEqual([])
})

// Last, for it leaves the books broken.
test('a payment that was moved to a company of another currency is named by the proof', async () => {
  const said = async () => {
    const lines: string[] = []
    await proveEveryCompany(db, line => lines.push(line))
    return lines.filter(line => line.includes(' O16 '))
  }
  const before = await said()
  expect(before.length).toBeGreaterThan(2)
  expect(before).toEqual(before.map(() => expect.stringMatching(/^holds +all O16 +\d+ /)))
  await tamper(`update pay_transaction set company_id = ${theirs!.company.id} where company_id = ${ours!.company.id} and pay_type = 'wx'`)
  expect(await said()).toContainEqual(expect.stringMatching(new RegExp(`^BROKEN ${theirs!.company.code} O16 .*: 1, e\\.g\\. payment `)))
})
