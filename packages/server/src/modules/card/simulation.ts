import { addFleet, cards, chargeUserCard, issueUserCard, transferUserCard } from '@forecourt/contract'
import type { Behaviour, HabitStage, Taking } from '@forecourt/simulator/habit.ts'

/** A customer with a card: what goes into the tank, and how many days that lasts. */
interface Holder {
  readonly id: number
  readonly number: string
  readonly productId: number
  readonly everyMs: number
  readonly plate?: string
  odometerKm: number
  /** Drivers of a fleet fill up on working days alone. */
  readonly master?: Master
  valueCents: number
  nextAt: number
}
interface Master {
  readonly id: number
  valueCents: number
}

const day = 24 * 3_600_000
const [persons, drivers] = [40, 8]
const tenders = { wx: 45, ali: 30, cash: 25 } as const

/** Some customers have a card of their own, and the lorries of one fleet fill up here: staff issue the cards and top them up. */
export const cardHabits: Behaviour = {
  name: 'cards',
  async begin(stage) {
    const { chance, startMs, staff } = stage
    const issued = await issueAll(stage)
    const { holders } = issued
    return {
      pays({ at, cents, volumeCl, productId }) {
        // Where cards are asked for before fuel flows, some try one that holds too little.
        const tries = stage.asks && chance.happens(0.1)
        const able = holders.find(
          of => of.productId === productId && of.nextAt <= at && of.valueCents >= cents !== tries && !(of.master && isFree(stage, at)),
        )
        if (!able || !chance.happens(0.35)) return undefined
        able.valueCents -= cents
        able.nextAt = at + able.everyMs * (0.7 + 0.6 * chance.next())
        const { number: cardNumber, plate, odometerKm } = able
        able.odometerKm += Math.round(volumeCl / 8)
        return { payType: 'card', cardNumber, ...(plate !== undefined && { plate, odometerKm }) }
      },
      answered({ cents: expected, way }, cents) {
        const holder = holders.find(({ number }) => number === way.cardNumber)
        if (holder) holder.valueCents += expected - cents
      },
      async hourly(at) {
        const takings: Taking[] = []
        const charge = async (card: Holder | Master, amountCents: number, payType: 'wx' | 'ali' | 'cash' | 'bankCard') => {
          // Who has had all the coupons that a package brings tops up all the same.
          const bare = { withoutCoupons: true, ...(payType === 'cash' && { withoutReceipt: true }) }
          await staff(at, chargeUserCard, { id: card.id, body: { stationId: stage.stationId, amountCents, payType, ...bare } })
          card.valueCents += amountCents
          takings.push({ payType, cents: amountCents })
        }
        // Nobody stands at the counter in the small hours.
        if (at - startMs > day / 24 && hourOf(stage, at) < 6) return takings
        for (const holder of holders) {
          const { master } = holder
          if (holder.valueCents >= 600_00) continue
          if (!master) await charge(holder, chance.pick([500_00, 1000_00, 1000_00, 2000_00]), chance.weigh(tenders))
          else {
            if (master.valueCents < 1500_00) await charge(master, 9000_00, 'bankCard')
            const body = { toId: holder.id, type: 'assign', amountCents: 1500_00 } as const
            await staff(at, transferUserCard, { id: master.id, body }, 'office')
            master.valueCents -= body.amountCents
            holder.valueCents += body.amountCents
          }
        }
        return takings
      },
    }
  },
}

async function issueAll({ stationCode, startMs, chance, productIds, staff }: HabitStage) {
  const { content } = await staff(startMs, cards.list, { query: { search: 'type:debit', sort: 'createdDate' } }, 'office')
  const cardId =
    content[0]?.id ?? (await staff(startMs, cards.create, { body: { name: '储值卡 Stored-value card', type: 'debit' } }, 'office')).id
  const issue = async (body: object) => (await staff(startMs, issueUserCard, { body: { cardId, ...body } as never }, 'office')).id
  const number = (kind: string, turn: number) => `${kind}-${stationCode}-${String(turn).padStart(4, '0')}`

  const letters = [...stationCode].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0)
  const district = String(letters).padStart(4, '0')
  const holders: Holder[] = []
  for (let turn = 1; turn <= persons; turn++) {
    const mobile = `135${district}${String(turn).padStart(4, '0')}`
    const id = await issue({ number: number('P', turn), kind: 'personal', holderName: `顾客 ${turn}`, holderMobile: mobile })
    const everyMs = chance.whole(3, 8) * day
    holders.push({
      id,
      number: number('P', turn),
      productId: chance.pick(productIds),
      everyMs,
      odometerKm: 0,
      valueCents: 0,
      nextAt: startMs + chance.next() * everyMs,
    })
  }

  const { id: groupId } = await staff(startMs, addFleet, { body: { name: `车队 ${stationCode} Fleet` } }, 'office')
  const keeper = { holderName: '车队 Fleet', holderMobile: `134${district}0000` }
  const master = { id: await issue({ number: number('F', 0), kind: 'master', groupId, ...keeper }), valueCents: 0 }
  for (let turn = 1; turn <= drivers; turn++) {
    const plate = [`沪A`, `${stationCode.slice(0, 1).toUpperCase()}${1000 + turn}`] as const
    const id = await issue({ number: number('F', turn), kind: 'sub', parentId: master.id, name: plate.join('·') })
    const own = { id, number: number('F', turn), plate: plate.join(''), odometerKm: 20_000 * turn }
    holders.push({ ...own, productId: productIds.at(-1)!, everyMs: day, master, valueCents: 0, nextAt: startMs })
  }
  return { holders }
}

const local = ({ zone }: HabitStage, at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
const hourOf = (stage: HabitStage, at: number) => local(stage, at).hour
const isFree = (stage: HabitStage, at: number) => local(stage, at).dayOfWeek > 5
