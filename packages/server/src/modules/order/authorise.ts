import { allows, authorisationActs, authorisations, cardHolds, type Parsed } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { spendProof } from '../access/index.ts'
import {
  cardOfChip,
  discountsOf,
  endHold,
  holdForUpdate,
  holdOnCard,
  turnGray,
  type Amount,
  type Held,
  type Wanted,
} from '../card/index.ts'
import { activityPrices } from '../deal/index.ts'
import { litrePrice } from '../reckoning/index.ts'
import { evidenceOf } from './hold-evidence.ts'
import { amountOf } from './pricing.ts'

type Asked = Parsed<typeof cardHolds.ask>['body']

const shown = (ctx: Ctx, id: number) => getOf(ctx.tx, authorisations, id, [], ctx.scope) as never

/** @throws order.stationMissing, and as askAt */
const ask = handle(cardHolds.ask, async (ctx, { body }) => {
  const held = await askAt(ctx, ctx.actor.stationId ?? refuse('order.stationMissing'), body)
  return held instanceof Refusal ? held : shown(ctx, held)
})

/**
 * Keeps money of a card for a fill, in the amount that the price of the product says, lowered by what the card brings. Why it is refused is
 * kept.
 * @throws order.nozzleUnknown, nozzle.blocked, order.itemUnknown, order.priceMissing, hold.tooLittle, notFound
 * @returns the id of the hold, or what stands against the card or the fill: card.*, fill.*
 */
export async function askAt(ctx: Ctx, stationId: number, body: Asked): Promise<number | Refusal> {
  const { companyId } = ctx.actor
  const { cardNumber, uuid, wantedCents, wantedCl, plate, odometerKm, payPassword, sequence } = body
  const fuel = await fuelAsked(ctx, stationId, body)
  const card = uuid === undefined ? { cardNumber: cardNumber! } : { userCardId: await cardOfChip(ctx, companyId, uuid) }
  const price = await priceFor(ctx, stationId, card, fuel)
  const fit = fitting(price.fillPriceCents)
  const wanted = fit({ cents: wantedCents ?? Number.MAX_SAFE_INTEGER, cl: wantedCl ?? Number.MAX_SAFE_INTEGER })
  if (wanted.cents < 1 || wanted.cl < 1) refuse('hold.tooLittle')
  const told = { plate: plate ?? null, odometerKm: odometerKm ?? null, wantedCl: wantedCl ?? null }
  for (const { refusesFill } of everyModule()) {
    const refused = await refusesFill?.(ctx, { ...told, stationId, card, productId: fuel.productId })
    if (refused) return refused
  }
  return holdOnCard(ctx, {
    ...wanted,
    ...fuel,
    ...price,
    companyId,
    stationId,
    card,
    nozzleControlId: body.nozzleControlId ?? null,
    ...told,
    wantedCents: wantedCents ?? null,
    payPassword,
    sequence: ctx.actor.kind === 'device' ? (sequence ?? null) : null,
    fit,
  })
}

interface FuelFound {
  readonly nozzleKnown: boolean
  readonly nozzle: number | null
  readonly nozzleBlocked: boolean
  readonly itemId: number | null
  readonly productId: number
  readonly priceCents: number | null
}
/** What the nozzle sells, or the station of this product, and for how much a litre. */
async function fuelAsked({ tx, now }: Ctx, stationId: number, { nozzleControlId, productId }: Asked) {
  const {
    rows: [found],
  } = await sql<FuelFound>`
    select nozzle.id is not null as nozzle_known, nozzle.logic_no as nozzle, nozzle.blocked_at is not null as nozzle_blocked,
      item.id as item_id, item.product_id, price_at(item.company_id, item.station_id, item.product_id, ${now}) as price_cents
    from (select ${nozzleControlId ?? null}::bigint as nozzle, ${productId ?? null}::bigint as product) as asked
    left join nozzle_control nozzle on nozzle.id = asked.nozzle and nozzle.station_id = ${stationId} and ${inScope(tx, 'nozzle.company_id')}
    left join item on item.station_id = ${stationId} and ${inScope(tx, 'item.company_id')} and item.product_id is not null
      and case when asked.nozzle is null then item.product_id = asked.product
        else item.id = nozzle.item_id and item.product_id = coalesce(asked.product, item.product_id) end
    order by item.id limit 1`.execute(tx)
  if (nozzleControlId !== undefined && !found!.nozzleKnown) refuse('order.nozzleUnknown')
  if (found!.nozzleBlocked) refuse('nozzle.blocked', { nozzle: found!.nozzle })
  const { itemId, priceCents, productId: product } = found!
  if (itemId === null) refuse('order.itemUnknown', { field: 'productId' })
  if (priceCents === null) refuse('order.priceMissing', { field: 'productId' })
  return { itemId, productId: product, priceCents }
}

type Fuel = Awaited<ReturnType<typeof fuelAsked>>
/** What a litre costs this card at this moment, and why it costs less than the list says. @source decisions CD25 */
async function priceFor({ tx, now, actor: { companyId } }: Ctx, stationId: number, card: Wanted['card'], { productId, priceCents }: Fuel) {
  const named = { companyId, stationId, at: now, ...('userCardId' in card ? { cardId: card.userCardId } : card) }
  const byCard = (await discountsOf(tx, [named])).get(named)
  const byActivity = (await activityPrices(tx, [named])).get(named)
  const soldAt = byCard ?? byActivity
  const rules = [...(byCard?.rules ?? []), ...(byActivity?.rules ?? [])]
  const lowered = soldAt && litrePrice(rules, { productId, priceCents }, soldAt)
  if (!lowered) return { fillPriceCents: priceCents, discount: null }
  const { priceCents: fillPriceCents, ...discount } = lowered
  return { fillPriceCents, discount }
}

/** As many litres as the money buys, and what they cost. */
const fitting =
  (priceCents: number) =>
  ({ cents, cl }: Amount): Amount => {
    const bought = Number((200n * BigInt(cents) + 99n) / (2n * BigInt(priceCents)))
    const fuelCl = Math.min(cl, bought)
    return { cl: fuelCl, cents: fuelCl < bought ? Math.min(cents, amountOf('fuel', fuelCl, priceCents)) : cents }
  }

/**
 * Nothing was delivered. A device says so of what it asked for; staff of what a till asked for, while no record is overdue.
 * @throws notFound, hold.ended, hold.recordMayCome
 */
const voided = handle(cardHolds.void, async (ctx, { id }) => {
  const held = await ownHold(ctx, id)
  if (held.deviceId === null && held.status === 'gray') refuse('hold.recordMayCome')
  await endHold(ctx, held, { status: 'voided' })
  return shown(ctx, id)
})

/** The card was pulled before the fill ended. Said again, it is gray already. @throws notFound, hold.ended, hold.recordMayCome */
const pulled = handle(cardHolds.pulled, async (ctx, { id }) => {
  await turnGray(ctx, await ownHold(ctx, id), 'pulled')
  return shown(ctx, id)
})

/** Of a device what it asked for itself; of staff what was asked for at a till. */
async function ownHold(ctx: Ctx, id: number): Promise<Held> {
  const held = await holdForUpdate(ctx, id)
  const { kind, id: own } = ctx.actor
  if (kind === 'device' && held.deviceId !== own) refuse('notFound', { authorisation: id })
  if (kind !== 'device' && held.deviceId !== null) refuse('hold.recordMayCome')
  return held
}

/**
 * Releases a gray hold: where the numbers of the device say that no record of its fill can come, or else under a leader's own PIN, with the
 * reason. @throws notFound, hold.ended, hold.recordMayCome, pin.proof @source decisions CD19
 */
const release = handle(cardHolds.release, async (ctx, { id, body: { reason = '', pinProof } }) => {
  const held = await holdForUpdate(ctx, id)
  if (!allows(authorisationActs.release, held.status)) refuse('hold.recordMayCome')
  const { proven } = await evidenceOf(ctx, held)
  if (!proven) {
    if (pinProof === undefined || !ctx.actor.permissions.has('card.releaseUnproven')) refuse('hold.recordMayCome')
    const proof = { action: 'card.release', subject: `authorisations:${id}`, amountCents: held.approvedCents } as const
    await spendProof(ctx, pinProof, proof)
  }
  await endHold(ctx, held, { status: 'released', reason })
  return shown(ctx, id)
})

/** @throws notFound */
const evidence = handle(cardHolds.evidence, async (ctx, { id }) => {
  await getOf(ctx.tx, authorisations, id, [], ctx.scope)
  const held = ctx.tx
    .selectFrom('cardAuthorisation')
    .where('id', '=', id)
    .where('companyId', 'in', [...ctx.scope.companyIds])
  return evidenceOf(ctx, (await held.selectAll().executeTakeFirstOrThrow()) as Held)
})

export const authoriseHandlers = [ask, voided, pulled, release, evidence]
