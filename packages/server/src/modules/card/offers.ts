import { topUpOffers, topUpReceipt, userCardDetails, userCards } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf } from '../../platform/execution/crud.ts'
import { getOf } from '../../platform/search/list.ts'
import { offeredTo, type Offered } from '../packages/index.ts'
import { productNames, tierOf, topUpCoupons, topUpPoints } from './top-up-terms.ts'

async function cardSeen(ctx: Ctx, id: number) {
  await getOf(ctx.tx, userCards, id, [], ctx.scope, { named: true })
  const card = ctx.tx
    .selectFrom('userCard')
    .where('id', '=', id)
    .where('companyId', 'in', [...ctx.scope.companyIds])
  return card.select(['companyId', 'kind', 'userId', 'groupId']).executeTakeFirstOrThrow()
}

/** @throws notFound @source MEM-013 */
const offers = handle(topUpOffers, async (ctx, { query: { userCardId, kind: asked, amountCents } }) => {
  const card = userCardId === undefined ? undefined : await cardSeen(ctx, userCardId)
  const { companyId, kind, userId, groupId } = card ?? { companyId: companyOf(ctx), kind: asked!, userId: null, groupId: null }
  const offered = await offeredTo(ctx, companyId, kind)
  const tier = offered.find(({ priceCents }) => priceCents <= amountCents)
  // The lowest of those above it; of one price the one that would be its tier.
  const nextPrice = offered.findLast(({ priceCents }) => priceCents > amountCents)?.priceCents
  const next = offered.find(({ priceCents }) => priceCents === nextPrice)
  const groups = offered.map(({ giftCoupons }) => giftCoupons)
  // A master card of a fleet belongs to its fleet, and to no member.
  const to = card ?? (kind === 'master' ? { companyId, userId: null, groupId: null } : undefined)
  const judged = await topUpCoupons().toGive(ctx, companyId, to, groups)
  const told = (of: Offered, paidCents?: number) => tierOf(ctx, companyId, of, judged[offered.indexOf(of)]!, paidCents)
  return {
    tier: tier ? await told(tier, amountCents) : null,
    next: next ? await told(next) : null,
    missingCents: next ? next.priceCents - amountCents : null,
    hasPoints: await topUpPoints().canHave(ctx, { companyId, userId, groupId }),
    packages: await Promise.all(offered.map(each => told(each))),
  }
})

/** @throws notFound */
const receipt = handle(topUpReceipt, async (ctx, { id }) => {
  const { amountCents, userCardId, type } = await getOf(ctx.tx, userCardDetails, id, [], ctx.scope)
  return { amountCents: type === 'charge' ? amountCents : 0, ...(await givenWith(ctx, id, userCardId, amountCents)) }
})

/** What one entry paid in and gave is two movements; the gift may lie in a lot. */
async function givenWith(ctx: Ctx, detailId: number, userCardId: number, amountCents: number) {
  const { companyId, ledgerEntryId, packageId } = await ctx.tx
    .selectFrom('userCardDetail')
    .where('id', '=', detailId)
    .where('userCardId', '=', userCardId)
    .select(['companyId', 'ledgerEntryId', 'packageId'])
    .executeTakeFirstOrThrow()
  const moved = ctx.tx.selectFrom('userCardDetail').where('companyId', '=', companyId).where('ledgerEntryId', '=', ledgerEntryId)
  const gift = await moved
    .where('userCardId', '=', userCardId)
    .where('type', '=', 'chargeReward')
    .select(['id', 'giftCents'])
    .executeTakeFirst()
  const lot = await ctx.tx
    .selectFrom('giftLot')
    .where('companyId', '=', companyId)
    .where('entryId', '=', ledgerEntryId)
    .where('userCardId', '=', userCardId)
    .select(['products', 'endsAt'])
    .executeTakeFirst()
  const packageOf = ctx.tx
    .selectFrom('topUpPackage')
    .where('companyId', '=', companyId)
    .where('id', '=', packageId ?? 0)
  const giftCents = gift?.giftCents ?? 0
  return {
    packageName: (await packageOf.select('name').executeTakeFirst())?.name ?? null,
    giftCents,
    receivedCents: gift?.id === detailId ? giftCents : amountCents + giftCents,
    giftPoints: await topUpPoints().given(ctx, companyId, detailId),
    coupons: await topUpCoupons().given(ctx, companyId, detailId),
    giftEndsAt: lot?.endsAt ?? null,
    giftProducts: await productNames(ctx, companyId, (lot?.products ?? []).map(Number)),
  }
}

export const offerHandlers = [offers, receipt]
