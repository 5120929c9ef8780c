import { addFleet, cardHolds, cars, fillAlerts, fillRules, orderIntake, userCards, type Sent } from '@forecourt/contract'
import { judgeFills } from '../modules/plausibility/roll-up.ts'
import { makeCard } from './card.ts'
import { forecourt } from './forecourt.ts'
import { asDevice, shop, type Told } from './order.ts'
import { db, setClock, unique } from './world.ts'

type Settings = Sent<typeof fillRules.set>['body']
type Asked = Sent<typeof cardHolds.ask>['body']
const every = { tank: 'alert', travel: 'alert', consumption: 'alert', odometer: 'alert', fuel: 'alert', plate: 'alert' } as const
export const allRules = { ...every, smallFills: 'alert', hours: 'alert', purpose: 'Fuel for vehicles of the fleet only' } as const
/** By the clock of Shanghai. */
export const clock = (day: string, time: string) => new Date(`${day}T${time}:00+08:00`)

/** The fleet, its cards, its van and the stations, without rules. */
async function vanOfFleet() {
  const it = await shop()
  await it.rows('update station set longitude = 121, latitude = 31 where id = $1', [it.station.id])
  const far = await it.addStation('Riverside West')
  await it.rows('update station set longitude = 121, latitude = 32 where id = $1', [far.id])
  const stands = forecourt(it)
  const farNozzle = await stands.nozzle({ stationId: far.id })
  const farTill = asDevice(it, (await it.addDevice(far.id)).id, far.id)
  const boss = await it.staff({ role: 'admin', over: { stationId: it.station.id } })
  const fleet = await boss.call(addFleet, { body: { name: `Jianghai ${unique()}` } })
  const master = await makeCard(it, { kind: 'master', userId: null, groupId: fleet.id })
  const sub = await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId, principalCents: 90_000_00 })
  const van = await boss.call(cars.create, {
    body: {
      plate: '沪A12345',
      fuelType: 'gasoline',
      groupId: fleet.id,
      tankCl: 60_00,
      litresPer100Km: 8,
      usualHours: [{ from: '06:00', until: '22:00' }],
    },
  })
  return { ...it, boss, fleet, master, sub, van, far, farNozzle, farTill }
}

/**
 * A fleet with a van of 60 litres, 8 l/100 km, filled from 06:00 to 22:00, a sub card that is for this van, and two stations that are
 * 111.2 km apart. Every rule alerts unless said otherwise. Fills are asked for, delivered and paid.
 */
export async function watchedFleet(over: Partial<Settings> = {}) {
  const it = await vanOfFleet()
  const { boss, fleet, van, sub, farNozzle, farTill } = it
  const limit = async (plates: string[] | null) => {
    const { version, name, remark, userId } = await boss.call(userCards.get, { id: sub.id })
    const rangeOfUse = plates && { plates, plateBreach: 'alert' as const }
    await boss.call(userCards.update, { id: sub.id, body: { version, name, remark, userId, rangeOfUse } })
  }
  await limit(['沪A12345'])
  const set = async (settings: Partial<Settings>) => {
    const { version } = await boss.call(fillRules.get, { id: fleet.id })
    return boss.call(fillRules.set, { id: fleet.id, body: { ...allRules, ...settings, version } })
  }
  await set(over)
  const leader = await it.staff({ role: 'group_master', over: { fleetId: fleet.id } })
  let sent = 0
  const at = { here: { nozzle: it.nozzle, device: it.device }, far: { nozzle: farNozzle, device: farTill } }
  const ask = (when: Date, told: Partial<Asked> = {}, place: keyof typeof at = 'here') => {
    setClock(when)
    const body = { cardNumber: sub.number, nozzleControlId: at[place].nozzle.id, wantedCents: 900_00, plate: van.plate, ...told }
    return { body, device: at[place].device }
  }
  /** A fill that was asked for with what the driver told, and its sale. */
  const delivered = async (when: Date, volumeCl: number, { place = 'here', ...told }: Filled = {}, over: Partial<Told> = {}) => {
    const { body, device } = ask(when, told, place)
    const { id } = await device.call(cardHolds.ask, { body })
    return device.call(orderIntake.take, {
      body: {
        nozzleControlId: at[place].nozzle.id,
        sequence: ++sent,
        payType: 'card',
        authorisationId: id,
        lineItems: [{ volumeCl }],
        createdDate: when.toISOString(),
        ...over,
      },
    })
  }
  type Filled = Partial<Asked> & { place?: keyof typeof at }
  const refusedTo = (when: Date, told: Partial<Asked> = {}, place: keyof typeof at = 'here') => {
    const { body, device } = ask(when, told, place)
    return device.refused(cardHolds.ask, { body })
  }
  const judge = (now: Date) => judgeFills(db, [it.company.id], now)
  const alerts = async (who: Pick<typeof boss, 'call'> = boss) =>
    (await who.call(fillAlerts.list, { query: { size: 100, sort: 'soldAt,asc' } })).content
  return { ...it, leader, set, limit, delivered, refusedTo, judge, alerts }
}

/** An alert that nothing led to, as it is in one of its statuses. */
export async function plantAlert({ company, ...it }: Awaited<ReturnType<typeof shop>>, status: string): Promise<number> {
  const [fleet] = await it.rows<{ id: number }>(`insert into fleet (company_id, name) values ($1, $2) returning id`, [
    company.id,
    `Fleet ${crypto.randomUUID().slice(0, 8)}`,
  ])
  const card = await makeCard({ company, ...it })
  const [alert] = await it.rows<{ id: number }>(
    `insert into fill_alert (company_id, rule, status, group_id, order_id, sold_at, station_name, plate_told, user_card_id, card_number,
       driver, volume_cl, reckoning, fill, judged, answered_date, created_date)
     values ($1, 'hours', $3, $2, next_id(), now(), 'East', false, $4, $5, 'Wang Fang', 3000, '[]', '{}', '[]',
       case when $3 <> 'open' then now() end, now()) returning id`,
    [company.id, fleet!.id, status, card.id, card.number],
  )
  return alert!.id
}

export const answerFine = (id: number) => ({ id, body: { status: 'fine', answer: 'Checked' } })
