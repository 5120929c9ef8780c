import { FillRule, type ErrorCode, type FillFigure } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import type { AskedFill } from '../../platform/module.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import type { JudgedFill, PastFill } from './facts.ts'
import { caseOf, vehiclesOf } from './judge.ts'
import { recall } from './memory.ts'
import type { WaitingFill } from './pending.ts'
import { judgeFill } from './rules.ts'
import { rulesOf, type Modes } from './settings.ts'

type Asked = Omit<WaitingFill, 'orderId' | 'at' | 'plate' | 'odometerKm' | 'volumeCl' | 'full' | 'driver'> & { readonly companyId: number }

/** The card, the place and the fuel that are asked for, where the fleet of the card has a rule that refuses. */
async function factsOf({ tx, now }: Ctx, { stationId, productId, card }: AskedFill): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`
    select card.company_id, card.group_id, card.id as user_card_id, card.number as card_number, card.user_id as holder_id,
      coalesce(card.range_of_use -> 'plates', profile.range_of_use -> 'plates', '[]') as card_plates,
      to_char(${now}::timestamptz at time zone place.time_zone, 'YYYY-MM-DD HH24:MI') as clock,
      (extract(hour from ${now}::timestamptz at time zone place.time_zone) * 60
        + extract(minute from ${now}::timestamptz at time zone place.time_zone))::int as minute,
      place.id as station_id, place.name as station_name, place.longitude, place.latitude,
      case when product.classification in ('gasoline', 'diesel') then product.classification end as fuel
    from ${scoped(tx, 'user_card')} card
    join ${scoped(tx, 'fill_rules')} rules on rules.group_id = card.group_id
      and 'refuse' in (rules.tank, rules.travel, rules.odometer, rules.fuel, rules.plate, rules.small_fills, rules.hours)
    join ${scoped(tx, 'station')} place on place.id = ${stationId}
    join ${scoped(tx, 'product')} product on product.id = ${productId}
    left join ${scoped(tx, 'card_limit_profile')} profile on profile.id = card.limit_profile_id
    where ${'userCardId' in card ? sql`card.id = ${card.userCardId}` : sql`card.number = ${card.cardNumber}`}
    limit 1`.execute(tx)
  return rows[0]
}

const codes: Partial<Record<FillRule, ErrorCode>> = {
  tank: 'fill.aboveTank',
  travel: 'fill.tooFar',
  odometer: 'fill.odometerBack',
  fuel: 'fill.otherFuel',
  plate: 'fill.otherPlate',
  smallFills: 'fill.smallFills',
  hours: 'fill.unusualHours',
}

/** What a fleet has its stations refuse before fuel flows: by the rules that judge fills afterwards. Nothing is kept of what is asked. */
export async function refuseImplausible(ctx: Ctx, asked: AskedFill): Promise<Refusal | undefined> {
  const facts = await factsOf(ctx, asked)
  if (!facts) return undefined
  const named = { ...facts, plate: asked.plate }
  const vehicle = (await vehiclesOf(ctx, [named]))(named)
  const card = ['card', facts.userCardId] as const
  const memory = await recall(ctx, facts.companyId, vehicle.car ? [card, ['car', vehicle.car.id]] : [card], false)
  const ofCar = vehicle.car ? memory.of('car', vehicle.car.id) : []
  const fill: JudgedFill = {
    ...facts,
    orderId: 0,
    at: ctx.now.toISOString(),
    plate: asked.plate,
    odometerKm: asked.odometerKm,
    volumeCl: asked.wantedCl,
    full: false,
  }
  const around = { vehicle, cardPlates: facts.cardPlates, ofCar, ofCard: memory.of(...card) }
  const findings = judgeFill(caseOf(fill, around), await refusing(ctx, facts.groupId))
  const rule = FillRule.options.find(name => findings[name]?.verdict === 'broken')
  const finding = rule && findings[rule]
  if (!rule || finding?.verdict !== 'broken') return undefined
  const detail = detailOf(fill, vehicle.plate, finding.reckoning, finding.other)
  ctx.audit('plausibility.refuse', `userCards:${facts.userCardId}`, { number: facts.cardNumber, rule, ...detail }, facts.companyId)
  return new Refusal(codes[rule]!, detail)
}

/** Of its rules those that refuse. */
async function refusing(ctx: Ctx, groupId: number): Promise<Partial<Modes>> {
  const modes = (await rulesOf(ctx, [groupId])).get(groupId)?.modes ?? {}
  return Object.fromEntries(Object.entries(modes).filter(([, mode]) => mode === 'refuse'))
}

/** Both plates and both times, and the figures that were compared. */
function detailOf(fill: JudgedFill, plate: string | null, reckoning: readonly FillFigure[], other: PastFill | null) {
  const figures = Object.fromEntries(reckoning.map(({ name, value }) => [name, value]))
  const litres = (cl: unknown) => (typeof cl === 'number' ? (Math.max(0, cl) / 100).toFixed(2) : undefined)
  const past = other && { otherPlate: other.plate ?? other.cardNumber, otherClock: other.clock, otherStation: other.stationName }
  return {
    clock: fill.clock,
    ...figures,
    plate: fill.plate ?? plate ?? fill.cardNumber,
    ...past,
    ...('roomCl' in figures && { roomL: litres(figures['roomCl']), wantedL: litres(fill.volumeCl) }),
  }
}
