import { TenderType } from '../order/pay-type.ts'

/** Which number of a settled shift or day: of the whole, or of one of its ways of payment, items, nozzles, tanks or employees. */
export interface SettleCell {
  readonly block: 'sums' | 'payTypes' | 'items' | 'nozzles' | 'tanks' | 'employees'
  /** Which pay type, item, nozzle, tank or employee; null: no employee is named. */
  readonly key?: string | number | null
  readonly field: string
}

/** Rows of a list, and the totals of them that are added, or taken away. `count` is how many there are. */
export interface SettleRows {
  readonly of: 'orders' | 'lineItems' | 'transactions' | 'refunds' | 'userCardDetails'
  readonly search: string
  readonly plus: string
  readonly minus?: string
  readonly takenAway?: true
}

/** What was settled: its shifts, its nozzles and their tanks, and when. */
export interface Settled {
  readonly createdDate: string
  readonly states: readonly { readonly dailyStateId: number; readonly isNatureDay: boolean | null }[]
  readonly nozzles: readonly { readonly nozzleControlId: number; readonly tankId: number | null }[]
}

const among = (path: string, values: readonly (string | number)[]) => `${path}:(${values.join('|')})`
const relation = (path: string, key: SettleCell['key']) => (key == null ? `${path}:null` : `${path}.id:${key}`)

const orders = (terms: readonly string[], plus: string, minus?: string): SettleRows => ({
  of: 'orders',
  search: terms.join(','),
  plus,
  ...(minus && { minus }),
})
const lines = (terms: readonly string[], plus: string, minus?: string): SettleRows => ({
  of: 'lineItems',
  search: terms.map(term => (/^(item\.|categoryType)/.test(term) ? term : `order.${term}`)).join(','),
  plus,
  ...(minus && { minus }),
})
const payments = (terms: readonly string[], plus = 'amountCents'): SettleRows => ({
  of: 'transactions',
  search: [...terms, 'status:success'].join(','),
  plus,
})
const refunds = (terms: readonly string[]): SettleRows => ({ of: 'refunds', search: terms.join(','), plus: 'paidOutCents' })
const topUps = (terms: readonly string[], plus = 'amountCents'): SettleRows => ({
  of: 'userCardDetails',
  search: [...terms, plus === 'count' ? 'type:charge' : 'type:(charge|refundCharge)', 'payType<>null'].join(','),
  plus,
})
const less = (rows: SettleRows): SettleRows => ({ ...rows, takenAway: true })

type Ways = Record<string, (key: SettleCell['key']) => readonly SettleRows[]>

/**
 * The lists, and their searches, that hold exactly the rows that a number was made of: their totals come to it, to the cent and the
 * centilitre. Undefined where a number is made of other numbers, or was counted, read or measured by hand.
 */
export function settlementBehind(settled: Settled, { block, key, field }: SettleCell): readonly SettleRows[] | undefined {
  const shift = among(
    'shift.id',
    settled.states.map(({ dailyStateId }) => dailyStateId),
  )
  const blocks: Record<SettleCell['block'], Ways> = {
    sums: ofAll(settled, shift),
    payTypes: ofTender(shift),
    items: ofItem(shift),
    nozzles: {
      orders: id => [orders([shift, `nozzleControl.id:${id}`], 'count')],
      soldCl: id => sold(shift, [id!]),
      lateCl: id => [lines([shift, `nozzleControl.id:${id}`, 'belongsShift<>null', fuel], 'volumeCl')],
    },
    tanks: { soldCl: id => sold(shift, nozzlesOf(settled, id)) },
    employees: ofEmployee(shift),
  }
  return blocks[block][field]?.(key)
}

const fuel = 'categoryType:fuel'
const sold = (shift: string, nozzles: readonly (string | number)[]): SettleRows[] =>
  nozzles.length > 0 ? [lines([shift, among('nozzleControl.id', nozzles), 'belongsShift:null', fuel], 'volumeCl')] : []
const nozzlesOf = ({ nozzles }: Settled, tank: SettleCell['key']): number[] =>
  nozzles.filter(({ tankId }) => tankId === tank).map(({ nozzleControlId }) => nozzleControlId)

/** What moved on since is known by when it did: a shift is closed, and a day settled, while nothing else is. */
const ofAll = ({ states, createdDate }: Settled, shift: string): Ways => {
  const each = (of: Settled['states'], rows: (own: string, other: string) => SettleRows) =>
    of.map(({ dailyStateId: id }) => rows(`shift.id:${id}`, `shift.id<>${id}`))
  const writtenOff = [shift, 'status:close', `modifiedDate<=${Date.parse(createdDate)}`]
  return {
    orders: () => [orders([shift], 'count')],
    salesCents: () => [orders([shift], 'totalCents')],
    discountCents: () => [orders([shift], 'discountCents')],
    volumeCl: () => [lines([shift], 'volumeCl')],
    pieces: () => [lines([shift], 'pieces')],
    paidCents: () => [payments([shift])],
    refundedCents: () => [refunds([shift])],
    earlierCents: () => each(states, (own, other) => payments([own, `order.${other}`])),
    // Of a shift nothing was paid elsewhere before it was closed; a natural day waits for its day.
    laterCents: () =>
      each(
        states.filter(({ isNatureDay }) => isNatureDay),
        (own, other) => payments([`order.${own}`, other, `createdDate<=${Date.parse(createdDate)}`]),
      ),
    topUps: () => [topUps([shift], 'count')],
    topUpCents: () => [topUps([shift])],
    closedOrders: () => [orders(writtenOff, 'count')],
    closedCents: () => [orders(writtenOff, 'totalCents', 'paidCents')],
    lateOrders: () => [orders([shift, 'belongsShift<>null'], 'count')],
    lateCents: () => [orders([shift, 'belongsShift<>null'], 'totalCents')],
  }
}

const ofTender = (shift: string): Ways => {
  const terms = (key: SettleCell['key']) => [shift, `payType:${key}`]
  return {
    payments: key => [payments(terms(key), 'count')],
    amountCents: key => [payments(terms(key))],
    refundedCents: key => [refunds(terms(key))],
    topUps: key => [topUps(terms(key), 'count')],
    topUpCents: key => [topUps(terms(key))],
    expectedCents: key => [payments(terms(key)), less(refunds(terms(key))), topUps(terms(key))],
  }
}

const ofItem = (shift: string): Ways => {
  const terms = (key: SettleCell['key']) => [shift, `item.id:${key}`]
  return {
    orders: key => [orders([shift, `lineItems.item.id:${key}`], 'count')],
    volumeCl: key => [lines(terms(key), 'volumeCl')],
    pieces: key => [lines(terms(key), 'pieces')],
    amountCents: key => [lines(terms(key), 'amountCents')],
    discountCents: key => [lines(terms(key), 'discountCents')],
    salesCents: key => [lines(terms(key), 'amountCents', 'discountCents')],
  }
}

/** Who took the money; where nobody in person did, who sold. */
const ofEmployee = (shift: string): Ways => {
  const tenders = among('payType', TenderType.options)
  const took = (key: SettleCell['key']) =>
    key == null ? ['user:null', 'order.employee:null'] : [`(user.id:${key}|user:null)`, `(user.id:${key}|order.employee.id:${key})`]
  return {
    orders: key => [orders([shift, relation('employee', key)], 'count')],
    volumeCl: key => [lines([shift, relation('employee', key)], 'volumeCl')],
    salesCents: key => [orders([shift, relation('employee', key)], 'totalCents')],
    takenCents: key => [
      payments([shift, tenders, ...took(key)]),
      less(refunds([shift, tenders, relation('user', key)])),
      topUps([shift, relation('operator', key)]),
    ],
  }
}
