import { cardInfos, isUserChip, issueTypes, type IssueType, type Parsed } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { noCompany } from '../../platform/execution/ctx.ts'
import { companyOf } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { accountToIssue } from '../card/index.ts'
import { chipForUpdate, chipsOf, isReserved, keepChip, requirePermission, shownChip, withUnassigned, type Chip } from './chip.ts'
import { payloadOf } from './payload.ts'

/** How long an issue that was begun waits for its confirmation. @source decisions CD9 */
export const reservedMs = 120_000

type Body = Parsed<typeof cardInfos.set>['body']

export const set = handle(cardInfos.set, async (given, { id, body }) => {
  const ctx = await withUnassigned(given)
  const chip = await chipForUpdate(ctx, id)
  if (body.issueType === issueTypes.stationUser) return reserve(ctx, chip, body)
  if (body.issueType === issueTypes.blankUser) await undoPreparation(ctx, chip)
  else if (isReserved(chip)) await giveUp(ctx, chip)
  else if (chip.issueType === issueTypes.factoryUser && body.companyId !== undefined) await takeIntoStock(ctx, chip, body)
  else await prepare(ctx, chip, body)
  return shownChip(ctx, id)
})

/**
 * What is asked of every chip, in this order: what it is, who made it, whether it is usable.
 * @throws cardInfo.notUserCard, cardInfo.otherMaker, cardInfo.otherType, cardInfo.disabled
 */
function refuseOther(chip: Chip, { supplier = chip.supplier, cardType = chip.cardType as never }: Partial<Body>): void {
  if (!isUserChip(chip.issueType as IssueType)) refuse('cardInfo.notUserCard')
  if (chip.supplier !== supplier) refuse('cardInfo.otherMaker')
  if (chip.cardType !== cardType) refuse('cardInfo.otherType')
  if (chip.status !== 'normal') refuse('cardInfo.disabled')
}

/** A company that the chip is given to. @throws notFound on the field */
function companyFor({ scope }: Ctx, companyId: number | null | undefined): number {
  if (companyId === null || companyId === undefined) return noCompany
  return scope.companyIds.includes(companyId) ? companyId : refuse('notFound', { field: 'companyId' })
}

/**
 * 制卡: the chip has been given its number by the writer, and may be taken into stock. Said once more of a prepared chip it changes nothing.
 * @throws as refuseOther, cardInfo.issued, cardInfo.given
 */
async function prepare(ctx: Ctx, chip: Chip, body: Body): Promise<void> {
  requirePermission(ctx, 'chip.prepare')
  refuseOther(chip, body)
  if (chip.issueTime !== null) refuse('cardInfo.issued')
  if (chip.companyId !== noCompany) refuse('cardInfo.given')
  if (chip.issueType === issueTypes.factoryUser) return
  const companyId = companyFor(ctx, body.companyId)
  await keepChip(ctx, chip, { issueType: issueTypes.factoryUser, productionTime: ctx.now.toISOString(), companyId }, 'prepare')
}

/** As long as nothing has happened since. @throws cardInfo.notPrepared, cardInfo.given */
async function undoPreparation(ctx: Ctx, chip: Chip): Promise<void> {
  requirePermission(ctx, 'chip.prepare')
  if (chip.issueType === issueTypes.blankUser) return
  if (chip.issueType !== issueTypes.factoryUser) refuse('cardInfo.issued')
  if (chip.life.at(-1)?.act !== 'prepare') refuse('cardInfo.given')
  await keepChip(ctx, chip, { issueType: issueTypes.blankUser, productionTime: null, companyId: noCompany }, 'unprepare')
}

/** 入库. @throws as refuseOther, cardInfo.otherCompany, cardInfo.notPrepared, cardInfo.issued */
async function takeIntoStock(ctx: Ctx, chip: Chip, body: Body): Promise<void> {
  requirePermission(ctx, 'chip.stock')
  const companyId = companyFor(ctx, body.companyId) || companyOf(ctx)
  refuseOther(chip, body)
  if (![noCompany, companyId].includes(chip.companyId)) refuse('cardInfo.otherCompany')
  if (chip.companyId === companyId) return
  await keepChip(ctx, chip, { companyId }, 'stock')
}

/**
 * Begins an issue: nobody else is given the chip until it is confirmed, given up, or two minutes are over. Said once more for the same
 * account it begins anew; an account that had begun with another chip gives that up.
 * @throws as refuseOther, cardInfo.otherCompany, cardInfo.notPrepared, cardInfo.issued, cardInfo.reserved, cardInfo.otherNumber, notFound,
 * card.returned, card.alreadyIssued
 */
async function reserve(ctx: Ctx, chip: Chip, body: Body) {
  requirePermission(ctx, 'card.issue')
  refuseOther(chip, body)
  if (chip.companyId === noCompany || (body.companyId ?? chip.companyId) !== chip.companyId) refuse('cardInfo.otherCompany')
  if (chip.issueType === issueTypes.blankUser) refuse('cardInfo.notPrepared')
  if (chip.issueTime !== null) refuse(chip.userCardId === body.userCardId ? 'cardInfo.issued' : 'cardInfo.boundToOther')
  if (isReserved(chip) && chip.userCardId !== body.userCardId && new Date(chip.reservedUntil!) > ctx.now) refuse('cardInfo.reserved')
  const { card: account, number } = await accountToIssue(ctx, body.userCardId!)
  if (account.companyId !== chip.companyId) refuse('cardInfo.otherCompany')
  if (number !== chip.number) refuse('cardInfo.otherNumber', { number: chip.number })

  for (const other of await chipsOf(ctx, account.id)) if (other.id !== chip.id && isReserved(other)) await giveUp(ctx, other)
  const reservedUntil = new Date(ctx.now.getTime() + reservedMs)
  const payload = await payloadOf(ctx, chip, account)
  const change = {
    userCardId: account.id,
    reservedUntil: reservedUntil.toISOString(),
    reservedBy: ctx.actor.key,
    keyVersion: payload.keyVersion,
  }
  await keepChip(ctx, chip, change, 'reserve', number)
  ctx.job('chip.release', { id: chip.id }, { runAt: reservedUntil, companyId: chip.companyId })
  return shownChip(ctx, chip.id, [], payload)
}

/** The account keeps what was entered, and is not used until it is issued; one that has a card already keeps that. */
export async function giveUp(ctx: Ctx, chip: Chip): Promise<void> {
  requirePermission(ctx, 'card.issue')
  await keepChip(ctx, chip, { userCardId: null, reservedUntil: null, reservedBy: null, keyVersion: null }, 'release')
}

/** What nobody confirmed in time is given up. It may have been confirmed, or begun anew, in the meantime. */
export async function releaseInTime(ctx: Ctx, id: number): Promise<void> {
  const chip = await ctx.tx.selectFrom('cardInfo').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  if (chip && isReserved(chip) && new Date(chip.reservedUntil!) <= ctx.now) await giveUp(ctx, chip)
}
