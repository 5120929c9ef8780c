import { setFleetAttachments, setFleetLeader } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { useFiles } from '../file/index.ts'
import { findOrAddMember, giveLeader } from '../member/index.ts'
import { fleetSeen, refuseBound } from './employee.ts'

/** @throws as giveLeader, and member.mobileOfStaff, employee.otherFleet @source FLT-006, FLT-007 */
const setLeader = handle(setFleetLeader, async (ctx, { id, body: { userId = null, mobile, name } }) => {
  const { companyId } = await fleetSeen(ctx, id)
  const leader = mobile && name ? await findOrAddMember(ctx, { companyId, name, mobile }) : userId
  await leadBy(ctx, id, leader)
  return { id, userId: leader }
})

/** A leader who drives for another fleet is bound to that one. @throws as giveLeader, and employee.otherFleet */
export async function leadBy(ctx: Ctx, fleetId: number, userId: number | null): Promise<void> {
  if (userId !== null) await refuseBound(ctx, userId, fleetId, false)
  await giveLeader(ctx, fleetId, userId)
}

const setAttachments = handle(setFleetAttachments, async (ctx, { id, body: { attachments } }) => {
  const { companyId } = await fleetSeen(ctx, id)
  const names = await keepPapers(ctx, id, attachments)
  ctx.audit('fleet.attachments', `groups:${id}`, { names }, companyId)
  return { id }
})

/** The papers of a fleet, by their files. @throws notFound on the field */
export async function keepPapers(ctx: Ctx, fleetId: number, papers: readonly { readonly attachmentId: number }[]): Promise<string[]> {
  const ids = [...new Set(papers.map(({ attachmentId }) => attachmentId))]
  const file = ctx.tx.selectFrom('attachment').where('type', '=', 'fleetPaper')
  const known = ids.length > 0 ? await file.where('id', 'in', ids).select('name').execute() : []
  if (known.length < ids.length) refuse('notFound', { field: 'attachments' })
  await useFiles(ctx, `groups:${fleetId}`, ids)
  return known.map(({ name }) => name)
}

export const leaderHandlers = [setLeader, setAttachments]
