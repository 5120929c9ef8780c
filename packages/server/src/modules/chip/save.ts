import { cardInfos, issueTypes, type CardRecord, type Parsed, type Returned } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf } from '../../platform/execution/crud.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { refuse, type Refusal } from '../../platform/execution/refusal.ts'
import { accountToIssue, issueWithChip, markToWrite } from '../card/index.ts'
import { cardKeyOf } from '../org/index.ts'
import {
  chipForUpdate,
  chipsOf,
  isReserved,
  keepChip,
  letGo,
  requirePermission,
  shownChip,
  withUnassigned,
  type Chip,
  type LifeEntry,
} from './chip.ts'
import { refuseUnknownMaker } from './import.ts'
import { findByUuid } from './look-up.ts'
import { differences, payloadOf } from './payload.ts'

type Body = Parsed<typeof cardInfos.save>['body']

export const save = handle(cardInfos.save, async (given, { body, query }): Promise<Refusal | Returned<typeof cardInfos.save>> => {
  const ctx = await withUnassigned(given)
  const found = await findByUuid(ctx, body)
  if (found === undefined) return shownChip(ctx, await addOwn(ctx, body), query.expand)
  if (typeof found !== 'number') return found
  if (body.readBack) await confirm(ctx, await chipForUpdate(ctx, found), body.readBack)
  return shownChip(ctx, found, query.expand)
})

/**
 * What stands on the chip is what was to be written: the account is issued, or has its new card. Said once more it changes nothing.
 * @throws cardInfo.notReserved, cardInfo.differs, cardInfo.notGenuine, card.statusForbids, card.returned
 */
async function confirm(ctx: Ctx, chip: Chip, readBack: CardRecord): Promise<void> {
  requirePermission(ctx, 'card.issue')
  const isOver = !isReserved(chip) || new Date(chip.reservedUntil!) <= ctx.now
  if (isOver && chip.issueTime === null) refuse('cardInfo.notReserved')
  if (chip.issueTime !== null) {
    if (chip.keyVersion !== readBack.keyVersion || chip.uuid !== readBack.uuid) refuse('cardInfo.issued')
    return
  }
  const account = await accountToIssue(ctx, chip.userCardId!)
  // By the key of the moment at which it was reserved, whatever is in force now.
  const wrong = differences(await payloadOf(ctx, chip, account.card, chip.keyVersion ?? 0), readBack)
  if (wrong.length === 1 && wrong[0] === 'mac') refuse('cardInfo.notGenuine')
  if (wrong.length > 0) refuse('cardInfo.differs', { fields: wrong })
  for (const old of await chipsOf(ctx, account.card.id)) if (old.id !== chip.id) await letGo(ctx, old, 'scrap', account.number)
  const issued = { issueType: issueTypes.stationUser, issueTime: ctx.now.toISOString() }
  await keepChip(ctx, chip, { ...issued, reservedUntil: null, reservedBy: null }, 'issue', account.number)
  await issueWithChip(ctx, account, chip.uuid)
  // The key has been replaced since it was reserved.
  if (((await cardKeyOf(ctx, chip.companyId))?.version ?? 0) !== readBack.keyVersion) await markToWrite(ctx, [account.card.id])
}

/** A chip that no file has brought, as a station adds it that has it on its reader. @throws auth.forbidden, cardInfo.notImported */
async function addOwn(ctx: Ctx, { uuid, supplier, number, cardType, readBack }: Body): Promise<number> {
  if (readBack || number === undefined || (cardType !== 1 && cardType !== 2)) refuse('cardInfo.notImported')
  requirePermission(ctx, 'chip.stock')
  await refuseUnknownMaker(ctx, supplier)
  const companyId = companyOf(ctx)
  const [id] = (await nextIds(ctx.tx, 1)) as [number]
  const at = ctx.now.toISOString()
  const life: LifeEntry[] = [{ at, act: 'import', by: ctx.actor.key, detail: '' }]
  await ctx.tx.insertInto('cardUuid').values({ uuid, supplier, number, id }).execute()
  const chip = { id, companyId, uuid, supplier, number, cardType, issueType: issueTypes.factoryUser, productionTime: at, createdDate: at }
  await ctx.tx
    .insertInto('cardInfo')
    .values({ ...chip, life: JSON.stringify(life) })
    .execute()
  ctx.audit('chip.import', `cardInfos:${id}`, { number, uuid }, companyId)
  return id
}
