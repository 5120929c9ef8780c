import type { Groups } from './grouped.ts'

const station = { key: 'station.id', name: 'station.name' }

/** What GET /<record>/statistics may group its rows by, besides hours, days and months. Other records know the sums of a filter alone. */
export const recordGroups = {
  orders: {
    amount: 'totalCents',
    volume: 'lineItems.volumeCl',
    by: {
      payType: { key: 'payType' },
      status: { key: 'status' },
      type: { key: 'type' },
      employee: { key: 'employee.id', name: 'employee.name' },
      station,
    },
  },
  lineItems: {
    amount: 'amountCents',
    volume: 'volumeCl',
    by: {
      product: { key: 'item.product.id', name: 'item.product.name' },
      item: { key: 'item.id', name: 'item.name' },
      category: { key: 'item.category.name' },
      categoryType: { key: 'categoryType' },
      payType: { key: 'order.payType', of: 'orders' },
      station,
    },
  },
  transactions: {
    amount: 'amountCents',
    by: {
      payType: { key: 'payType' },
      status: { key: 'status' },
      user: { key: 'user.id', name: 'user.name' },
      device: { key: 'device.id', name: 'device.name' },
      station,
    },
  },
  users: {
    by: { disabled: { key: 'disabled' }, isStaff: { key: 'isStaff' }, readOnly: { key: 'readOnly' }, promoter: { key: 'promoter' } },
  },
  userCards: {
    amount: 'value',
    by: { kind: { key: 'kind' }, status: { key: 'status' }, card: { key: 'card.id', name: 'card.name' } },
  },
  userCardDetails: {
    amount: 'amountCents',
    by: { type: { key: 'type' }, payType: { key: 'payType' }, kind: { key: 'userCard.kind', of: 'userCards' }, station },
  },
} satisfies Record<string, Groups>
export type GroupedRecord = keyof typeof recordGroups
