import { cardToClose, closeCard, issueCard, noteReturn, topUp, type NewCard } from '../modules/card/index.ts'
import { addMember } from '../modules/member/index.ts'
import type { Ctx } from '../platform/execution/command.ts'
import { owned, unique, type world } from './world.ts'

type World = Awaited<ReturnType<typeof world>>
type Given = Partial<Omit<NewCard, 'companyId'>> & {
  principalCents?: number
  giftCents?: number
  giftFirst?: boolean
  endTime?: string | null
  type?: string
}

/** A card of the world's company with money on it, its product and its holder. */
export async function makeCard({ within, company, station, rows }: World, given: Given = {}) {
  const { principalCents = 0, giftCents = 0, giftFirst = false, endTime = null, type = 'debit', ...facts } = given
  const [product] = await rows<{ id: number }>(
    'insert into card (company_id, name, type, gift_first, end_time) values ($1, $2, $3, $4, $5) returning id',
    [company.id, `Fuel card ${unique()}`, type, giftFirst, endTime],
  )
  return within(async ctx => {
    const kind = facts.kind ?? 'personal'
    const userId =
      facts.userId ??
      (kind === 'anonymous'
        ? null
        : await addMember(ctx, { companyId: company.id, name: 'Wang Fang', mobile: `138${String(1e8 + unique()).slice(1)}` }))
    const number = facts.number ?? `9000${String(1e8 + unique()).slice(1)}`
    const id = await issueCard(ctx, { companyId: company.id, kind, cardId: product!.id, ...facts, number, userId })
    if (principalCents + giftCents > 0)
      await topUp(ctx, { userCardId: id, amountCents: principalCents, giftCents, from: { stationId: station.id, payType: 'cash' } })
    return { id, number, userId, cardId: product!.id }
  })
}

/** What the purses of a card hold, as the database keeps them. */
export async function pursesOf(userCardId: number) {
  const held = await owned<{ kind: string; balance: string }>(
    `select kind, balance_cents as balance from ledger_account where owner_id = $1 and is_purse`,
    [userCardId],
  )
  return Object.fromEntries(held.map(({ kind, balance }) => [kind, Number(balance)])) as Record<
    'principal' | 'gift' | 'lock' | 'debt',
    number
  >
}

/** Ends a card as a return in cash does, whatever it holds at that moment. */
export async function returnCard(ctx: Ctx, userCardId: number, stationId: number): Promise<void> {
  const closing = await cardToClose(ctx, userCardId)
  const by = closing.locked.principalCents > 0 ? ({ stationId, payType: 'cash' } as const) : undefined
  const entry = await closeCard(ctx, closing, by, 'Ends')
  const how = { stationId, payType: by?.payType ?? null, slipNo: null, chip: 'none' as const, remark: 'Ends' }
  await noteReturn(ctx, closing.locked, { ...how, entry })
}
