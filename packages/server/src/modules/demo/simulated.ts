import type { Person } from '@forecourt/simulator/product.ts'
import type { SiteLayout } from '@forecourt/simulator/site.ts'
import { within } from './act.ts'
import { hirePeople, openCompany, type Account } from './company.ts'
import { furnish, stockFuels, type Yard } from './equipment.ts'
import { riverside, type CompanyScript } from './script.ts'
import { openBook } from '../wetstock/index.ts'
import type { Database } from '../../platform/postgres/database.ts'

/** Hours at which one shift hands over to the next. */
export const handovers = [6, 14, 22]

/** A company of its own for a simulation, with one station; its passwords are those of the demo, and it is marked as one. */
const scriptOf = (code: string, zone: string, customersPerDay: number): CompanyScript => ({
  ...riverside,
  code,
  zone,
  name: `Simulation ${code}`,
  mobilePrefix: '138000030',
  stations: [riverside.stations[0]!],
  people: riverside.people
    .filter(({ at }) => !at || at.includes('east'))
    .map(person => ({ ...person, ...(person.at && { at: ['east'] }) })),
  members: 0,
  salesPerDay: customersPerDay,
})

/** Opens a company at this moment whose station can be simulated from then on. */
export async function openSimulated(db: Database, code: string, at: Date, customersPerDay: number, zone = riverside.zone) {
  const script = scriptOf(code, zone, customersPerDay)
  const { stage, stations } = await openCompany(db, script, at)
  const accounts = await hirePeople(stage, script, stations, at)
  const [station] = stations
  // The last of the prices that are announced is that of the first moment: from then on the office changes them.
  const dayBefore = new Date(at.getTime() - 24 * 3_600_000)
  const yard = await within(stage, at, async ctx =>
    furnish(ctx, script, stage.companyId, station!, await stockFuels(ctx, script, stage.companyId, stations, dayBefore)),
  )
  const layout = siteOf(script, yard, accounts, customersPerDay, at)
  // The book of each tank begins with what lies in it: what is sold from then on, and what tankers bring, is in it.
  const reason = '建账时液位 · Level when the book was begun'
  for (const { id, volumeCl } of layout.tanks) await within(stage, at, ctx => openBook(ctx, { tankId: id, at: null, volumeCl, reason }))
  return { companyId: stage.companyId, layout }
}

/** A station of the demo as the simulator knows it: what stands there, what it asks at this moment, and everyone who serves. */
export function siteOf(script: CompanyScript, yard: Yard, accounts: readonly Account[], customersPerDay: number, at: Date): SiteLayout {
  const here = (role: Account['role']) => accounts.filter(account => account.role === role && account.stations.includes(yard.code))
  const { tanks, nozzles, goods, controller, till } = yard
  return {
    code: yard.code,
    stationId: yard.id,
    zone: yard.script.zone ?? script.zone,
    presets: script.presets,
    customersPerDay,
    nozzles: nozzles.map(({ id, logicNo, dispenser, productId, tankId }) => ({
      id,
      logicNo,
      dispenser,
      productId,
      tankId,
      priceCents: yard.priceAt(productId, at),
      totaliserCl: 1_000_000_00 * logicNo,
    })),
    tanks: tanks.map(({ id, number, productId, maxVolumeCl, waterHeightMm }) => ({
      id,
      number,
      productId,
      maxVolumeCl,
      waterHeightMm,
      volumeCl: Math.round(maxVolumeCl * (0.22 + 0.08 * number)),
    })),
    shop: { customersPerDay: Math.round(customersPerDay / 5), items: goods },
    controller: { ...controller, nextSequence: 1 },
    till: { ...till, nextSequence: 1 },
    leader: personOf(script, here('station_leader')[0]),
    master: personOf(script, here('station_master')[0]),
    office: personOf(
      script,
      accounts.find(({ role }) => role === 'admin'),
    ),
    employeeIds: [...here('station_employee'), ...here('station_salesman'), ...here('station_leader')].map(({ id }) => id),
    handovers,
  }
}

/** Who signs in to make a call. */
function personOf({ code: companyCode }: CompanyScript, account: Account | undefined): Person {
  const { id, role, mobile, password } = account!
  return { id, role, companyCode, mobile, password }
}
