import { fleetBilling, fleetBillLines, fleetBills } from '@forecourt/contract'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { importHistory, readMapping } from '../history/index.ts'
import { drawn } from '../../testing/sampling.ts'
import { db, noon, owned, world } from '../../testing/world.ts'

const mapping = readMapping(join(import.meta.dirname, '../../../../../mappings/ccs-2012.json'))
/** The real card sales of August 2012, where the folder that holds them is named. */
const realData = process.env['REAL_DATA_DIR'] && join(process.env['REAL_DATA_DIR'], 'fuel-card-ccs')
const currencies = ['CZK', 'EUR']

/** The rows of a file, read by a reader that shares nothing with the product. */
function table(file: string): Record<string, string>[] {
  const [head, ...rows] = readFileSync(join(realData!, file), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map(line => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''))
  return rows.map(row => Object.fromEntries(head!.map((name, at) => [name, row[at] ?? ''])))
}

interface Sum {
  cents: number
  rows: number
  cards: Set<string>
}
/** What each customer of a currency bought, straight from the files. */
function sumsOfFiles(currency: string): Map<string, Sum> {
  const currencyOf = new Map(table('customers.csv').map(row => [row['CustomerID'], row['Currency']]))
  const sums = new Map<string, Sum>()
  for (const row of table('transactions_1k.csv').filter(each => currencyOf.get(each['CustomerID']) === currency)) {
    const sum = sums.get(row['CustomerID']!) ?? { cents: 0, rows: 0, cards: new Set() }
    sum.cents += Math.round(Number(row['Price']) * 100)
    sum.rows++
    sums.set(row['CustomerID']!, { ...sum, cards: sum.cards.add(row['CardID']!) })
  }
  return sums
}

/** Makes a fleet of each customer of a company: its cards are those that the file says. @returns the fleet of each customer */
async function fleetsOf(companyId: number): Promise<Map<string, number>> {
  const made = await owned<{ customer: string; id: number }>(
    `with made as (
       insert into fleet (company_id, name) select company_id, external_id from history_record where company_id = $1 and kind = 'customer'
       returning id, name
     ), bound as (
       update user_card set group_id = made.id from made join history_record known on known.company_id = $1 and known.kind = 'customer'
         and known.external_id = made.name
       where user_card.company_id = $1 and user_card.user_id = known.record_id returning user_card.id
     ) select name as customer, id from made`,
    [companyId],
  )
  return new Map(made.map(({ customer, id }) => [customer, id]))
}

async function clerkOf(code: string) {
  const [{ id: companyId }] = (await owned<{ id: number }>('select id from company where code = $1', [code])) as [{ id: number }]
  const permissions = new Set(['bill.read', 'bill.issue', 'member.fleet.read'])
  return { companyId, clerk: (await world()).as({ kind: 'user', companyId, companyIds: [companyId], zone: 'Europe/Prague', permissions }) }
}

describe.runIf(realData && existsSync(realData))('customers of a Czech fuel-card issuer, billed as fleets', () => {
  beforeAll(async () => {
    await importHistory(db, mapping, realData!, noon)
  }, 300_000)

  test.each(currencies)(
    'each bill of August 2012 in %s is the sum of the file, to the cent and row by row',
    async currency => {
      const { companyId, clerk } = await clerkOf(mapping.companies[currencies.indexOf(currency)]!.code)
      const fleets = await fleetsOf(companyId)
      const expected = sumsOfFiles(currency)
      expect(fleets.size).toBe(expected.size)
      const withCards = (several: boolean) => [...expected].filter(([, { cards }]) => cards.size > 1 === several)
      for (const [customer, sum] of [...drawn('several cards', withCards(true), 8), ...drawn('one card', withCards(false), 2)]) {
        const groupId = fleets.get(customer)!
        const open = await clerk.call(fleetBilling.prepare, { body: { groupId, month: '2012-08-01' } })
        const { netCents, feeCents, closingCents } = open
        const bill = await clerk.call(fleetBilling.issue, { id: open.id, body: { netCents, feeCents, closingCents } })
        expect([customer, bill.netCents, bill.feeCents]).toEqual([customer, sum.cents, 0])
        expect(bill.openingCents + bill.inCents - bill.outCents).toBe(bill.closingCents)
        const lines = await clerk.call(fleetBillLines.list, { query: { search: `bill.id:${bill.id}`, size: 500 } })
        expect(lines.totalElements).toBe(sum.rows)
        expect(new Set(lines.content.map(({ userCardId }) => userCardId)).size).toBe(sum.cards.size)
      }
      const { netCents } = await clerk.call(fleetBills.totals, {})
      expect(netCents).toBeGreaterThan(0)
    },
    300_000,
  )
})
