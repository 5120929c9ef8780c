import { userCards } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { addChip } from '../../testing/chip.ts'
import { twoFleets } from '../../testing/fleet.ts'
import { freeze } from './index.ts'

// @req MEM-002 FLT-004
test('a card says what it holds, what limits it, and with its relations whose it is and what it hangs together with', async () => {
  const it = await twoFleets()
  const master = await makeCard(it, { kind: 'master', groupId: it.jianghai, principalCents: 300_00, giftCents: 20_00 })
  await it.within(ctx => freeze(ctx, { userCardId: master.id, amountCents: 40_00, ref: 'freeze:1' }))
  const sub = await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId, paymentCentsMax: 50_00, dayCentsMax: 80_00 })
  const chip = await addChip(it, { number: sub.number, userCardId: sub.id })
  const boss = await it.staff({ role: 'admin' })
  const shown = async (number: string) => {
    const expand = 'user,parent,card,group,cardInfos'
    return (await boss.call(userCards.list, { query: { search: `number:${number}`, expand } })).content[0]
  }
  expect(await shown(master.number)).toMatchObject({
    kind: 'master',
    status: 'normal',
    value: 280_00,
    lockValue: 40_00,
    childCardNum: 1,
    parent: null,
    group: { id: it.jianghai, valueMode: 'assign' },
    cardInfos: [],
  })
  expect(await shown(sub.number)).toMatchObject({
    number: sub.number,
    value: 0,
    lockValue: 0,
    childCardNum: 0,
    paymentCentsMax: 50_00,
    dayCentsMax: 80_00,
    user: { id: sub.userId, mobile: expect.stringMatching(/^1\d{10}$/) },
    parent: { id: master.id, number: master.number },
    card: { id: master.cardId, type: 'debit' },
    cardInfos: [{ id: chip.id, number: sub.number, uuid: chip.uuid }],
  })
})
