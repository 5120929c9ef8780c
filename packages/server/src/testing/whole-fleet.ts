import {
  addFleet,
  allocationPlans,
  employeeActs,
  employeeImports,
  fleetAgreements,
  fleetBilling,
  fillRules,
  orderPayments,
  transferUserCard,
} from '@forecourt/contract'
import { fleet as fleetModule } from '../modules/fleet/index.ts'
import { quota } from '../modules/quota/index.ts'
import { makeCard } from './card.ts'
import { form } from './file.ts'
import { someMobile } from './fleet.ts'
import { runDueJobs } from './jobs.ts'
import type { shop } from './order.ts'
import { allRules } from './plausibility.ts'
import { setClock, unique } from './world.ts'

type Shop = Awaited<ReturnType<typeof shop>>
const shanghai = (day: string, hour: string) => new Date(`2026-${day}T${hour}:00:00+08:00`)

/**
 * A fleet with everything that one may have: its leader, a master card and sub cards, employees by hand and by file with a line that was
 * wrong, vehicles, an agreement, a fill of April with its alert, the bill of that month, and a plan that has run.
 */
export async function wholeFleet(it: Shop, name: string) {
  setClock(shanghai('04-01', '08'))
  const mark = unique()
  const boss = await it.staff({ role: 'admin', over: { stationId: it.station.id } })
  const { id } = await boss.call(addFleet, { body: { name: `${name} ${mark}` } })
  const [user] = await it.rows<{ id: number }>(`insert into user_account (company_id, name, is_staff) values ($1, $2, true) returning id`, [
    it.company.id,
    `Leader of ${name}`,
  ])
  await it.rows('update fleet set user_id = $1 where id = $2', [user!.id, id])
  const leader = await it.staff({ role: 'group_master', over: { fleetId: id, id: user!.id, key: `user:${user!.id}` } })
  const body = { mobile: someMobile(), name: `Driver of ${name}`, department: `Nights of ${name}` }
  const cars = [{ plate: `沪C${String(mark).padStart(5, '0').slice(-5)}`, fuelType: 'diesel' as const }]
  const employee = await leader.call(employeeActs.add, { id, body: { ...body, cars } })
  const master = await makeCard(it, { kind: 'master', userId: user!.id, groupId: id, principalCents: 5_000_00 })
  const sub = await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId, userId: employee.userId })
  await leader.call(transferUserCard, { id: master.id, body: { type: 'assign', toId: sub.id, amountCents: 1_000_00 } })

  const attachmentId = await importedFile(leader, id)
  await boss.call(fleetAgreements.create, { body: { groupId: id, number: `A-${mark}`, fromDate: '2026-04-01' } })
  const { version } = await boss.call(fillRules.get, { id })
  await boss.call(fillRules.set, { id, body: { ...allRules, version } })
  await filled(it, id, sub)
  const plan = { name: `Fuel of ${name}`, period: 'day', hour: 6, mode: 'add', leftover: 'stays' } as const
  const lines = [{ userCardId: sub.id, amountCents: 10_00 }]
  await leader.call(allocationPlans.add, { id, body: { ...plan, lines } })
  setClock(shanghai('05-02', '07'))
  await runDueJobs(quota.tasks, shanghai('05-02', '07'))
  const bill = await boss.call(fleetBilling.prepare, { body: { groupId: id, month: '2026-04-01' } })
  await boss.call(fleetBilling.issue, {
    id: bill.id,
    body: { netCents: bill.netCents, feeCents: bill.feeCents, closingCents: bill.closingCents },
  })
  return { ...it, boss, leader, id, employee, master, sub, plan, attachmentId }
}
export type WholeFleet = Awaited<ReturnType<typeof wholeFleet>>

/** A file with one good line and a wrong one is read; another one waits. @returns the one that waits */
async function importedFile(leader: WholeFleet['leader'], id: number): Promise<number> {
  const putUp = async () => {
    const { payload, headers } = form({ filename: 'drivers.csv', mime: 'text/csv', bytes: Buffer.from(`${someMobile()},Ma\n12345,Li\n`) })
    return (await leader.raw('POST', '/upload?type=employeeImport', payload, headers)).json().id as number
  }
  await leader.call(employeeImports.begin, { id, body: { attachmentId: await putUp() } })
  await runDueJobs(fleetModule.tasks)
  return putUp()
}

/** A fill that a card paid, and an alert of it. */
async function filled(it: Shop, fleetId: number, card: { id: number; number: string }): Promise<void> {
  const { company, lin, rows, sell } = it
  const { id } = await sell()
  await lin.call(orderPayments.card, { id, body: { cardNumber: card.number } })
  await rows(
    `insert into fill_alert (company_id, rule, group_id, order_id, sold_at, station_name, plate_told, user_card_id, card_number, driver,
       volume_cl, reckoning, fill, judged, created_date)
     values ($1, 'hours', $2, $3, '2026-04-01T00:00:00Z', 'East', false, $4, $5, 'Ma', 3000, '[]', '{}', '[]', now())`,
    [company.id, fleetId, id, card.id, card.number],
  )
}
