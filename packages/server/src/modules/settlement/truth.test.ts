import { chargeUserCard, differences, transactions } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { refunder } from '../../testing/refund.ts'
import { dice, stand, type Stand } from '../../testing/settle-cases.ts'
import { noon, setClock } from '../../testing/world.ts'

type Said = Record<string, Record<string, number>>
/** What went wrong in a shift: what is to be said of it, of this shift and of the next, and what happens after the close. */
interface Wrong {
  readonly said: [shift: 'one' | 'two', about: string, cause: string, amount: number][]
  readonly later?: () => Promise<unknown>
}
type Mishap = (it: Stand, roll: ReturnType<typeof dice>, clock: () => string) => Promise<Wrong>

const meterOf = ({ nozzle }: Stand) => `meter:${nozzle.id}`
const listOf = ({ nozzle }: Stand) => `price:${nozzle.itemId}`

const mishaps: Record<string, Mishap> = {
  'a pump sold by itself': async (it, roll) => {
    const cl = roll(5_00, 90_00)
    it.run(cl)
    return { said: [['one', meterOf(it), 'standAlone', cl]] }
  },
  'a sale is sent late': async (it, roll, clock) => {
    const [cl, at] = [roll(20_00, 60_00), clock()]
    const end = it.run(cl)
    it.cash(it.cents(cl))
    return {
      said: [
        ['one', meterOf(it), 'late', cl],
        ['one', 'tender:cash', 'late', it.cents(cl)],
        ['two', 'tender:cash', 'late', -it.cents(cl)],
      ],
      later: () => it.late(at, cl, end),
    }
  },
  'the next shift books a refund that was handed out before': async (it, roll, clock) => {
    const cents = roll(20_00, 200_00)
    const { id } = await it.pump(clock(), 30_00)
    it.cash(-cents)
    return {
      said: [
        ['one', 'tender:cash', 'refundElsewhere', -cents],
        ['two', 'tender:cash', 'refundElsewhere', cents],
        ['two', 'payment', 'refundElsewhere', -cents],
      ],
      later: async () => {
        const { content } = await it.lin.call(transactions.list, { query: { search: `orderId:${id}` } })
        await refunder(it.lin).refund(content[0]!.id, { amountCents: cents })
      },
    }
  },
  'nobody counts a platform': async (it, roll, clock) => {
    const cl = roll(5_00, 60_00)
    await it.platform(clock(), cl)
    return { said: [['one', 'tender:wx', 'uncounted', -it.cents(cl)]] }
  },
  'a pump charges another price': async (it, roll, clock) => {
    const [cl, price] = [roll(10_00, 50_00), roll(7_00, 7_90)]
    const charged = Math.floor((2 * cl * price + 100) / 200)
    await it.pump(clock(), cl, {}, { priceCents: price })
    it.cash(charged - it.cents(cl))
    return { said: [['one', listOf(it), 'priceDifference', charged - it.cents(cl)]] }
  },
  'somebody gets a discount': async (it, roll, clock) => {
    const cents = roll(1, 20_00)
    await it.pump(clock(), 30_00, {}, { discountCents: cents })
    it.cash(-cents)
    return { said: [['one', listOf(it), 'discount', -cents]] }
  },
  'somebody drives away': async (it, roll, clock) => {
    const cl = roll(5_00, 60_00)
    await it.pump(clock(), cl, { payType: undefined })
    it.cash(-it.cents(cl))
    return { said: [['one', 'payment', 'unpaid', -it.cents(cl)]] }
  },
  'a card is topped up over the counter': async (it, roll) => {
    const cents = roll(10_00, 900_00)
    const card = await makeCard(it)
    await it.lin.call(chargeUserCard, {
      id: card.id,
      body: { stationId: it.station.id, amountCents: cents, payType: 'cash', withoutReceipt: true },
    })
    it.cash(cents)
    return { said: [['one', 'payment', 'topUp', cents]] }
  },
  'a pump rounds': async it => {
    it.run(1)
    return { said: [['one', meterOf(it), 'rounding', 1]] }
  },
  'some coins are gone': async (it, roll) => {
    const cents = roll(1, 2_00)
    it.cash(-cents)
    return { said: [['one', 'tender:cash', 'unexplained', -cents]] }
  },
}
const names = Object.keys(mishaps)

/** All that is said of a settlement, to the last difference. */
async function saidOf({ lin }: Stand, id: number): Promise<Said> {
  const said = await lin.call(differences.ofShift, { id })
  return Object.fromEntries(
    said.differences.map(({ about, causes, unexplained }) => {
      const found: Record<string, number> = unexplained ? { unexplained } : {}
      for (const { cause, amount } of causes) found[cause] = (found[cause] ?? 0) + amount
      return [about, found]
    }),
  )
}

function expected(wrongs: readonly Wrong[], shift: 'one' | 'two'): Said {
  const said: Said = {}
  for (const [which, about, cause, amount] of wrongs.flatMap(wrong => wrong.said)) {
    if (which !== shift) continue
    const known = (said[about] ??= {})
    known[cause] = (known[cause] ?? 0) + amount
  }
  return said
}

// @req SET-007 SET-010
test.each(Array.from({ length: 30 }, (_, turn) => turn + 1))(
  'shift %i: what went wrong is found, all of it and nothing else, to the cent and the centilitre',
  async seed => {
    const it = await stand()
    const roll = dice(seed)
    let minute = 10
    const clock = () => `08:${minute++}`
    const left = [...names]
    const wrongs: Wrong[] = []
    await it.pump(clock(), 30_00)
    for (let many = 1 + (seed % 5); many > 0; many--) {
      // Each seed begins with another one, so that all of them come.
      const [name] = left.splice(many === 1 + (seed % 5) ? seed % names.length : roll(0, left.length - 1), 1)
      wrongs.push(await mishaps[name!]!(it, roll, clock))
      await it.pump(clock(), roll(5_00, 60_00))
    }
    const one = await it.end(it.shift.id)
    for (const { later } of wrongs) await later?.()
    const two = await it.end(one.next)
    expect(await saidOf(it, one.id)).toEqual(expected(wrongs, 'one'))
    expect(await saidOf(it, two.id)).toEqual(expected(wrongs, 'two'))
    setClock(noon)
  },
)
