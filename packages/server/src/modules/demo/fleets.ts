import { addFleet, issueUserCard, setFleetLeader, transferUserCard } from '@forecourt/contract'
import { act, theProduct, type Stage } from './act.ts'
import type { DemoAct } from '../../platform/module.ts'
import type { DemoCard } from './demo-card.ts'

/** Two fleets: one whose leader signs in, and another one that this leader must not see. */
export async function foundFleets(stage: Stage, leaderId: number, at: Date): Promise<{ led: number; other: number }> {
  const found = async (name: string) => (await act(stage, theProduct(stage), at, addFleet, { body: { name } })).id
  const [led, other] = [await found('江海运输车队 Jianghai Transport'), await found('绿洲出租车队 Oasis Taxis')]
  await act(stage, theProduct(stage), at, setFleetLeader, { id: led, body: { userId: leaderId } })
  return { led, other }
}

/** The cards of the other fleet, empty so far. */
export async function issueOtherFleet(stage: Stage, cardId: number, groupId: number, at: Date): Promise<void> {
  const number = (turn: number) => `6300${String(stage.companyId % 10_000).padStart(4, '0')}${String(turn).padStart(6, '0')}`
  const issue = (body: object) => act(stage, theProduct(stage), at, issueUserCard, { body: { cardId, ...body } as never })
  const { id: parentId } = await issue({ number: number(1), kind: 'master', groupId, holderName: '沈远', holderMobile: '13690000001' })
  await issue({ number: number(2), kind: 'sub', parentId, holderName: '彭飞', holderMobile: '13690000002', name: '沪BT2201' })
}

const shareCents = 50_00

/** The leader's first allocation to each driver, once there is enough on the master card. */
export const firstAllocation = (stage: Stage, [master, ...rest]: readonly DemoCard[], drivers: number, at: Date): DemoAct => ({
  at,
  async run() {
    const subs = rest.slice(0, drivers)
    if (!master || subs.length === 0 || master.valueCents < 2 * shareCents * subs.length) return
    for (const sub of subs) {
      const body = { toId: sub.id, type: 'assign', amountCents: shareCents } as const
      await act(stage, theProduct(stage), at, transferUserCard, { id: master.id, body })
      master.valueCents -= shareCents
      sub.valueCents += shareCents
    }
  },
})
