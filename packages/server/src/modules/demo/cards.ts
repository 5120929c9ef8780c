import { cards, chargeUserCard, issueUserCard, type TenderType } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct } from '../../platform/module.ts'
import { act, person, theProduct, within, type Stage } from './act.ts'
import { firstAllocation, foundFleets, issueOtherFleet } from './fleets.ts'
import type { Chance } from './random.ts'
import type { DemoCard } from './demo-card.ts'

/** Who serves at a station. */
export interface Counter {
  readonly stationId: number
  readonly leaderId: number
  readonly employeeIds: readonly number[]
}

const surnames = Array.from('王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗')
const given = ['建国', '秀英', '晓明', '丽华', '志强', '雨桐', '子轩', '海燕', '文博', '欣怡', '国庆', '春梅', '伟', '静', '磊', '娜']
const latin = ['Anna Kovacs', 'David Chen', 'Marie Dubois', 'Tom Becker']
const sums = [200_00, 300_00, 500_00, 500_00, 1000_00, 1000_00, 2000_00]
const tenders: Readonly<Record<'cash' | 'wx' | 'ali' | 'bankCard', number>> = { cash: 25, wx: 40, ali: 25, bankCard: 10 }
const plates = ['沪A10234', '沪A10235', '沪A10236']
export const demoPayPassword = '730518'

/** Members and their cards: issued on the first days, topped up then and later. The acts are in no order. */
export async function issueCards(
  stage: Stage,
  chance: Chance,
  { members, fleetLeaderId }: { members: number; fleetLeaderId: number },
  counters: readonly Counter[],
  from: Date,
  now: Date,
) {
  const product = theProduct(stage)
  const { id: cardId } = await act(stage, product, from, cards.create, {
    body: { name: '储值卡 Stored-value card', type: 'debit', description: '充 1,000 送 30 · 30 free for every 1,000' },
  })
  await act(stage, product, from, cards.create, { body: { name: '积分卡 Points card', type: 'score' } })

  const { led, other } = await foundFleets(stage, fleetLeaderId, from)
  const drivers = members > 10 ? 3 : 0

  const issued: DemoCard[] = []
  const acts: DemoAct[] = []
  for (let turn = 0; turn < members; turn++) {
    const counter = counters[turn % counters.length]!
    const number = `6200${String(stage.companyId % 10_000).padStart(4, '0')}${String(turn + 1).padStart(6, '0')}`
    const holder = nameOf(turn)
    const mobile = `137${String(20_000_000 + turn * 137 + 11)}`
    const payPassword = turn % 8 === 0 ? demoPayPassword : null
    const kind = turn === 0 ? 'master' : turn <= drivers ? 'sub' : 'personal'
    const { id } = await act(stage, product, new Date(from.getTime() + turn * 60_000), issueUserCard, {
      body: {
        number,
        cardId,
        kind,
        ...(kind === 'master' && { groupId: led }),
        ...(kind === 'sub' && { parentId: issued[0]!.id, name: plates[turn - 1]! }),
        holderName: holder,
        holderMobile: mobile,
        ...(payPassword && { payPassword, passwordFromCents: 500_00 }),
        ...(turn === 5 && { dayCentsMax: 800_00 }),
      },
    })
    const card: DemoCard = { id, number, kind, holder, mobile, payPassword, valueCents: 0 }
    issued.push(card)
    if (kind !== 'sub') acts.push(...topUps(stage, chance, card, counter, from, now))
  }
  await within(stage, from, ctx => joinedOverTheYear(ctx, stage.companyId))
  await issueOtherFleet(stage, cardId, other, new Date(from.getTime() + members * 60_000))
  acts.push(firstAllocation(stage, issued, drivers, new Date(from.getTime() + 4 * 3_600_000)))
  return { issued, acts }
}

/** Members were there before their cards: most of them have joined in the months before. */
async function joinedOverTheYear({ tx }: Ctx, companyId: number): Promise<void> {
  await sql`update user_account member set created_date = member.created_date - turn.months * interval '1 month'
    from (
      select id, (row_number() over (order by id) * 5) % 12 as months from user_account
      where company_id = ${companyId} and not is_staff
    ) as turn
    where member.company_id = ${companyId} and member.id = turn.id`.execute(tx)
}

const nameOf = (turn: number) => {
  const family = surnames[turn % surnames.length]!
  return turn % 10 === 9 ? latin[Math.floor(turn / 10) % latin.length]! : `${family}${given[(turn * 7 + 3) % given.length]!}`
}

function topUps(stage: Stage, chance: Chance, card: DemoCard, { stationId, leaderId }: Counter, from: Date, now: Date): DemoAct[] {
  const times = chance.whole(1, 3)
  return Array.from({ length: times }, (_, turn) => {
    const picked = chance.pick(sums)
    // The drivers of a fleet have their allocations of it, week after week.
    const amountCents = card.kind === 'master' ? 3000_00 : picked
    const payType: typeof TenderType.type & ('cash' | 'wx' | 'ali' | 'bankCard') = chance.weigh(tenders) as never
    const span = now.getTime() - from.getTime() - 7_200_000
    const at = new Date(from.getTime() + 3_600_000 + Math.floor(turn === 0 ? chance.next() * 7_200_000 : chance.next() * span))
    const giftCents = Math.floor(amountCents / 1000_00) * 30_00
    return {
      at,
      async run() {
        const by = person(stage, leaderId, 'station_leader', stationId)
        const bare = payType === 'cash' && { withoutReceipt: true }
        const body = { stationId, amountCents, payType, ...bare, ...(giftCents > 0 && { giftCents }) }
        await act(stage, by, at, chargeUserCard, { id: card.id, body })
        card.valueCents += amountCents + giftCents
      },
    }
  })
}
