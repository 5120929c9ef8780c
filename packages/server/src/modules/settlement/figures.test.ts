import { expect, test } from 'vitest'
import { at, morning, shiftShop } from '../../testing/settlement.ts'
import { noon, setClock } from '../../testing/world.ts'
import { figuresOf } from './figures.ts'
import { linesOf } from './lines.ts'

/** A shift that sold of everything, on two nozzles, with one thing twice in an order, and what a figure of it would be asked with. */
async function busy() {
  const it = await shiftShop()
  const { shift } = await morning(it)
  const { goods, sellAt, addNozzle, rows, within } = it
  const other = await addNozzle({ priceCents: 790 })
  const items = [
    { itemId: goods.id, pieces: 1 },
    { volumeCl: 4_00, totaliserEndCl: 9_000_00 },
    { itemId: goods.id, pieces: 2 },
  ]
  await sellAt('09:00', { nozzleControlId: other.id, payType: 'cash', lineItems: items })
  // Two sales of one nozzle within one instant: the later line is the later reading.
  await sellAt('09:10', { nozzleControlId: other.id, payType: 'cash', lineItems: [{ volumeCl: 5_00, totaliserEndCl: 9_005_00 }] })
  await sellAt('09:10', { nozzleControlId: other.id, payType: 'cash', lineItems: [{ volumeCl: 6_00, totaliserEndCl: 9_011_00 }] })
  setClock(at('10:00'))
  const orders = await rows<{ id: number }>('select id from sale_order where shift_id = $1 order by id', [shift.id])
  const state = { id: shift.id, stationId: it.station.id, startTime: shift.startTime }
  return { orders: orders.map(({ id }) => id), state, other, within }
}

test('lines read before a shift is locked and those that came since make the same figures as all of them at once', async () => {
  const { orders, state, other, within } = await busy()
  const whole = await within(({ tx }) => figuresOf(tx, state))
  expect(whole.nozzles.find(({ nozzleControlId }) => nozzleControlId === other.id)).toMatchObject({
    beginCl: 8_996_00,
    endCl: 9_011_00,
    soldCl: 15_00,
    orders: 3,
  })
  expect(whole.items.find(({ categoryType }) => categoryType === 'normal')).toMatchObject({ orders: 2, pieces: 6 })
  for (const upTo of [0, ...orders, Number.MAX_SAFE_INTEGER]) {
    const figures = await within(async ({ tx }) => figuresOf(tx, state, await linesOf(tx, state.id, { upTo })))
    expect(figures).toEqual(whole)
  }
  setClock(noon)
})

test('an order that was kept out of its turn, after the lines before it were read, is counted all the same', async () => {
  const { orders, state, within } = await busy()
  const [upTo] = orders.slice(3)
  const figures = await within(async ({ tx }) => {
    // As if the second order had not been kept yet when the lines were read.
    const one = await linesOf(tx, state.id, { upTo: orders[0]! })
    const others = await linesOf(tx, state.id, { after: orders[1]!, upTo: upTo! })
    const before = {
      upTo: upTo!,
      orders: one.orders + others.orders,
      sums: [...one.sums, ...others.sums],
      items: [...one.items, ...others.items],
    }
    return [await figuresOf(tx, state, before), await figuresOf(tx, state)]
  })
  expect(figures[0]).toEqual(figures[1])
  setClock(noon)
})
