import { receiving, type Parsed } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { identityHash, miniProgram } from '../member/index.ts'
import { scannedBy } from '../mini-program/index.ts'

export type Told = Pick<Parsed<typeof receiving.receive>['body'], 'cardNumber' | 'wechat' | 'scanned'>
export interface Asking {
  readonly ctx: Ctx
  readonly told: Told
}
/** Who takes a coupon, and from whom. */
export interface Customer {
  /** The member that they are. */
  readonly userId: number | null
  /** By what somebody who is no member is known again, where a mini program says who they are. */
  readonly visitor: Buffer | null
  readonly promoterId: number | null
  /** The coupon that the scanned code names. */
  readonly dealId: number | null
}

/**
 * Who stands at these devices, of one company, in few round trips.
 * @returns in their order: a customer; or coupon.noMemberHere, member.notMiniProgram, qrcode.unknown
 */
export async function customersOf(asking: readonly Asking[]): Promise<(Customer | Refusal)[]> {
  const holders = await membersOf(asking)
  const codes = await scannedOf(asking)
  const fromPlatform = await miniProgramsAmong(asking.filter(({ told }) => told.wechat !== undefined))
  return asking.map((one, turn) => {
    const { ctx, told } = one
    const scanned = codes.get(one) ?? null
    if (scanned instanceof Refusal) return scanned
    const against = fromPlatform.get(ctx)
    if (against) return against
    const userId = holders.get(turn) ?? null
    if (told.cardNumber !== undefined && userId === null) return new Refusal('coupon.noMemberHere')
    const visitor = told.wechat && userId === null ? identityHash(ctx.actor.companyId, told.wechat) : null
    return { userId, visitor, promoterId: scanned?.promoterId ?? null, dealId: scanned?.dealId ?? null }
  })
}

/** The members who hold these cards, or are bound to these identities, by the turn of who asks. */
async function membersOf(asking: readonly Asking[]): Promise<Map<number, number>> {
  const { tx, actor } = asking[0]!.ctx
  const { companyId } = actor
  const asked = asking.flatMap(({ told: { cardNumber, wechat } }, turn) => {
    if (cardNumber === undefined && wechat === undefined) return []
    const hash = wechat && identityHash(companyId, wechat).toString('hex')
    return { turn, card_number: cardNumber ?? null, app_id: wechat?.appId ?? null, hash: hash ?? null }
  })
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ turn: number; userId: number }>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}) as asked (turn int, card_number text, app_id text, hash text)
    )
    select turn, member.id as user_id
    from (
      select turn, card.user_id from asked
      join user_card card on card.company_id = ${companyId} and card.number = asked.card_number and card.closed_time is null
      union all
      select turn, bound.user_id from asked
      join member_wechat bound on bound.company_id = ${companyId} and bound.app_id = asked.app_id
        and bound.open_id_hash = decode(asked.hash, 'hex')
    ) as found
    join ${scoped(tx, 'member_state')} member on member.company_id = ${companyId} and member.id = found.user_id`.execute(tx)
  return new Map(rows.map(({ turn, userId }) => [turn, userId]))
}

type Scanned = Pick<Customer, 'promoterId' | 'dealId'>

/** What was scanned: each code is looked at once, however many have scanned it. */
async function scannedOf(asking: readonly Asking[]): Promise<Map<Asking, Scanned | Refusal>> {
  const found = new Map<Asking, Scanned | Refusal>()
  const same = Map.groupBy(
    asking.filter(({ told }) => told.scanned !== undefined),
    ({ told }) => JSON.stringify(told.scanned),
  )
  for (const those of same.values()) {
    const { ctx, told } = those[0]!
    const target = await scannedBy(ctx, told.scanned!).catch(refusalOf)
    const scanned =
      target instanceof Refusal ? target : { promoterId: target.kind === 'promoter' ? target.id : null, dealId: target.deal?.id ?? null }
    for (const one of those) found.set(one, scanned)
  }
  return found
}

/** Only a mini program says what its platform told it. */
async function miniProgramsAmong(asking: readonly Asking[]): Promise<Map<Ctx, Refusal>> {
  const found = new Map<Ctx, Refusal>()
  const byDevice = Map.groupBy(asking, ({ ctx }) => ctx.actor.id)
  for (const those of byDevice.values()) {
    const against = await miniProgram(those[0]!.ctx).catch(refusalOf)
    if (against instanceof Refusal) for (const { ctx } of those) found.set(ctx, against)
  }
  return found
}

const refusalOf = (thrown: unknown): Refusal => {
  if (thrown instanceof Refusal) return thrown
  throw thrown
}
