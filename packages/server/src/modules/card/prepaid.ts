import type { CompanySettings, UserCardKind } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { inUnits, settingsOfCompany } from '../org/index.ts'
import { dayOf } from '../shift/index.ts'
import type { LockedCard } from './card.ts'

/** What the company's counsel has set for prepaid cards; 0 stands for no rule. @source decisions CD16 */
type Prepaid = CompanySettings['prepaid']

export const prepaidOf = async (ctx: Ctx, companyId: number): Promise<Prepaid> => (await settingsOfCompany(ctx, companyId)).prepaid

/** How much may be on a card; nothing for a fleet's master, which is an account that its cards are loaded from, and for staff's. */
function ceilingOf({ namedCentsMax, bearerCentsMax }: Prepaid, kind: string): number {
  if (kind === 'anonymous') return bearerCentsMax
  return kind === 'personal' || kind === 'sub' ? namedCentsMax : 0
}

/** How much may be on a card of each kind of a company; 0 is any amount. */
export async function ceilingsOf(ctx: Ctx, companyId: number): Promise<(kind: UserCardKind) => number> {
  const rules = await prepaidOf(ctx, companyId)
  return kind => ceilingOf(rules, kind)
}

/** All that is on it counts: what was paid in, given and frozen. @throws card.ceiling */
export async function refuseAboveCeiling(ctx: Ctx, locked: LockedCard, moreCents: number): Promise<void> {
  if (moreCents <= 0) return
  const above = aboveCeiling(await prepaidOf(ctx, locked.card.companyId), locked, moreCents)
  if (above) throw above
}

/** @returns card.ceiling */
export function aboveCeiling(rules: Prepaid, { card, ...held }: LockedCard, moreCents: number): Refusal | undefined {
  const limitCents = ceilingOf(rules, card.kind)
  const afterCents = held.principalCents + held.giftCents + held.lockCents + moreCents
  if (limitCents === 0 || afterCents <= limitCents) return undefined
  return new Refusal('card.ceiling', { number: card.number, limit: inUnits(limitCents), limitCents, afterCents })
}

interface PaidIn {
  readonly amountCents: number
  readonly payType: string | undefined
  readonly identityChecked: boolean
}

/** What is asked of who pays in, by the amount that is paid at once. @throws card.transferNeeded, card.identityMissing */
export async function refusePaidIn(ctx: Ctx, { card }: LockedCard, { amountCents, payType, identityChecked }: PaidIn): Promise<void> {
  const rules = await prepaidOf(ctx, card.companyId)
  const fromCents = card.groupId === null ? rules.personTransferCents : rules.unitTransferCents
  if (payType === 'cash' && fromCents > 0 && amountCents >= fromCents)
    refuse('card.transferNeeded', { from: inUnits(fromCents), fromCents })
  const isLarge = rules.bearerIdentityCents > 0 && amountCents >= rules.bearerIdentityCents
  if (card.kind === 'anonymous' && isLarge && !identityChecked) refuse('card.identityMissing')
}

interface Opened {
  readonly companyId: number
  readonly kind: UserCardKind
  readonly validUntil: string | null
  readonly identityChecked: boolean
}

/** @throws card.identityMissing, card.namedWithoutEnd, card.bearerTooShort */
export async function refuseOpened(ctx: Ctx, { companyId, kind, validUntil, identityChecked }: Opened): Promise<void> {
  if (kind !== 'personal' && kind !== 'anonymous') return
  const { identity, namedWithoutEnd, bearerYearsMin } = await prepaidOf(ctx, companyId)
  if (kind === 'personal') {
    if (identity && !identityChecked) refuse('card.identityMissing')
    if (namedWithoutEnd && validUntil !== null) refuse('card.namedWithoutEnd')
    return
  }
  if (validUntil === null || bearerYearsMin === 0) return
  const date = yearsAfter(dayOf(ctx.now, ctx.actor.zone), bearerYearsMin)
  if (validUntil < date) refuse('card.bearerTooShort', { years: bearerYearsMin, date })
}

/** The same day so many years later; of a leap day the last of February. */
function yearsAfter(day: string, years: number): string {
  const later = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
  return Number.isNaN(Date.parse(later)) || new Date(later).toISOString().slice(0, 10) !== later ? later.replace('-02-29', '-02-28') : later
}
