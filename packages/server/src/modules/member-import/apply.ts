import { allows, memberImportActs, memberImports } from '@forecourt/contract'
import { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { longTask } from '../../platform/jobs/task.ts'
import { noteOthers, statusAtEnd, type Imported, type Outcome } from '../../platform/sheet/import-lines.ts'
import { spendProof } from '../access/index.ts'
import { refuseOpened } from '../card/index.ts'
import { bring, type Brought } from './bring.ts'
import { bytesOf, birthMonthOf, openedIdentity } from '../member/index.ts'
import { judge, type SealedLine } from './judge.ts'

/**
 * Has the lines that were checked brought in, in the background.
 * @throws notFound, memberImport.notChecked, card.identityMissing, pin.proof
 */
export const apply = handle(memberImports.apply, async (ctx, { id, body: { identityChecked, pinProof } }) => {
  const { tx, scope } = ctx
  const found = await tx
    .selectFrom('memberImport')
    .where('id', '=', id)
    .where('companyId', 'in', [...scope.companyIds])
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!found) refuse('notFound', { memberImport: id })
  const { companyId, status, fileName, added, changed, balanceCents } = found
  if (!allows(memberImportActs.apply, status)) refuse('memberImport.notChecked', { status })
  if (await bringsNamedCards(ctx, id)) await refuseOpened(ctx, { companyId, kind: 'personal', validUntil: null, identityChecked })
  // Money that is made up: somebody answers for it.
  if (balanceCents > 0)
    await spendProof(ctx, pinProof ?? '', { action: 'member.import', subject: `memberImports:${id}`, amountCents: balanceCents })

  // From here on they say what was brought in.
  await tx.updateTable('memberImport').set({ status: 'importing', members: 0, cards: 0, balanceCents: 0 }).where('id', '=', id).execute()
  ctx.job('member.import', { id }, { companyId })
  ctx.audit('member.import', `memberImports:${id}`, { file: fileName, added, changed, balanceCents }, companyId)
  return { id }
})

/** Cards of persons, whose documents a company may want to have been seen. */
async function bringsNamedCards({ tx }: Ctx, id: number): Promise<boolean> {
  const named = tx
    .selectFrom('memberImportRow')
    .where('memberImportId', '=', id)
    .where('outcome', '=', 'added')
    .where('cardNumber', '<>', '')
    .where('fleet', '=', '')
  return (await named.select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Where its lines lie. */
export const imported: Imported = { imports: 'memberImport', lines: 'memberImportRow', key: 'memberImportId' }

/** So many lines are brought in by one transaction. Whatever interrupts it, these are in with their members and cards, or not at all. */
const portion = 500

/** Brings in what was checked, line after line: said once more it goes on where it was. */
export const applyTask = longTask('member.import', z.object({ id: z.int() }), async ({ within, signal }, { id }) => {
  while (!signal?.aborted && (await within(ctx => bringSome(ctx, id)))) continue
  signal?.throwIfAborted()
})

/** @returns whether there may be more */
export async function bringSome(ctx: Ctx, id: number): Promise<boolean> {
  const { tx, now } = ctx
  const asked = await tx.selectFrom('memberImport').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  if (asked?.status !== 'importing') return false
  const lines = await tx
    .selectFrom('memberImportRow')
    .where('memberImportId', '=', id)
    .where('line', '>', asked.doneLine)
    .where('outcome', 'in', ['added', 'changed'])
    .select(['line', 'name', 'mobile', 'email', 'remark', 'cardNumber', 'product', 'fleet', 'balanceCents', 'outcome'])
    .select(['invoiceTitle', 'taxId', 'idNumberSealed', 'idNumberKeyId', 'idNumberIndex', 'idNumberMask', 'birthMonth'])
    .orderBy('line')
    .limit(portion)
    .execute()
  // What has come meanwhile, by the counter or by another file, is known now.
  const judged = await judge(ctx, asked, lines.map(asJudged))
  const brought = await bring(ctx, asked.companyId, judged)
  const counts = await noteOthers(tx, imported, asked, judged, new Map(lines.map(({ line, outcome }) => [line, outcome as Outcome])))
  const isOver = lines.length < portion
  await tx
    .updateTable('memberImport')
    .set({
      ...counts,
      ...sumOf(asked, brought),
      doneLine: lines.at(-1)?.line ?? asked.doneLine,
      ...(isOver && { status: statusAtEnd(counts), finishedDate: now }),
    })
    .where('id', '=', id)
    .execute()
  return !isOver
}

type Kept = Omit<SealedLine, 'identity'> & {
  readonly idNumberSealed: Buffer | null
  readonly idNumberKeyId: string | null
  readonly idNumberIndex: Buffer | null
  readonly idNumberMask: string | null
  readonly birthMonth: number | null
}
function asJudged({ idNumberSealed, idNumberKeyId, idNumberIndex, idNumberMask, birthMonth, ...line }: Kept): SealedLine {
  if (!idNumberSealed || !idNumberKeyId || !idNumberIndex || !idNumberMask) return { ...line, identity: null }
  // A file may have been checked before months of birth were kept.
  const month = birthMonth ?? birthMonthOf(openedIdentity({ idNumberSealed, idNumberKeyId })!)
  const bytes = { idNumberSealed: bytesOf(idNumberSealed), idNumberIndex: bytesOf(idNumberIndex) }
  return { ...line, identity: { ...bytes, idNumberKeyId, idNumberMask, birthMonth: month } }
}

const sumOf = (before: Brought, more: Brought): Brought => ({
  members: before.members + more.members,
  cards: before.cards + more.cards,
  balanceCents: before.balanceCents + more.balanceCents,
})
