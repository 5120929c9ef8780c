import { chargeUserCard, issueUserCard, openFleet } from '@forecourt/contract'
import { also } from '../../platform/execution/also.ts'
import { handle } from '../../platform/execution/command.ts'
import { createFleet, findOrAddMember } from '../member/index.ts'
import { fleetSeen } from './employee.ts'
import { keepPapers, leadBy } from './leader.ts'

/**
 * 新增单位会员: the fleet, its leader, its papers, its master card and the first money on it. Card and money are the acts that they are by
 * themselves, with their permissions and refusals; whichever is refused, nothing is done.
 * @throws fleet.nameTaken, member.mobileOfStaff, employee.otherFleet, fleet.leaderTaken, notFound, and as issue and charge
 */
export const open = handle(openFleet, async (ctx, { body }) => {
  const { leaderMobile, leaderName, attachments, masterNumber, cardId, payPassword, identityChecked, ...rest } = body
  const { amountCents, payType, receiptId, withoutReceipt, confirmAmountCents, stationId, ...facts } = rest
  const id = await createFleet(ctx, facts)
  const { companyId } = await fleetSeen(ctx, id)
  const userId = await findOrAddMember(ctx, { companyId, name: leaderName, mobile: leaderMobile })
  await leadBy(ctx, id, userId)
  if (attachments.length > 0) await keepPapers(ctx, id, attachments)
  const master = { number: masterNumber, kind: 'master', cardId, groupId: id, userId, payPassword, identityChecked }
  const card = masterNumber === undefined ? undefined : await also(ctx, issueUserCard, { body: master })
  if (card && amountCents !== undefined)
    await also(ctx, chargeUserCard, {
      id: card.id,
      body: { amountCents, payType, receiptId, withoutReceipt, confirmAmountCents, stationId, identityChecked, withoutCoupons: true },
    })
  ctx.audit('fleet.open', `groups:${id}`, { name: facts.name, leader: leaderName, master: masterNumber ?? null, amountCents }, companyId)
  return { id, userId, userCardId: card?.id ?? null }
})
