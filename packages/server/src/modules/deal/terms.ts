import type { deals, Parsed } from '@forecourt/contract'
import type { Conditions, Gives } from '../reckoning/index.ts'

export type DealBody = Parsed<typeof deals.create>['body']

/** What a coupon gives and where it may be used, as those that are issued with this version have it. */
export interface Terms {
  readonly name: string
  readonly gives: Gives
  readonly minimumCents: number
  readonly isStackable: boolean
  readonly joinsReduced: boolean
  readonly conditions: Conditions
}

const givesOf = (body: DealBody): Gives => {
  switch (body.kind) {
    case 'amount':
      return { kind: 'amount', cents: body.offCents! }
    case 'percent':
      return { kind: 'percent', percent: body.percent!, capCents: body.capCents }
    case 'litre':
      return { kind: 'litre', centsPerL: body.centsPerL!, upToCl: body.upToCl }
    case 'goods':
      return { kind: 'goods', itemId: body.itemId!, pieces: body.pieces! }
  }
}

/** The field that is missing of what a coupon of this kind gives, or that belongs to another kind. */
export function givesWrong(body: DealBody): keyof DealBody | undefined {
  const own = {
    amount: { needs: ['offCents'], may: [] },
    percent: { needs: ['percent'], may: ['capCents'] },
    litre: { needs: ['centsPerL'], may: ['upToCl'] },
    goods: { needs: ['itemId', 'pieces'], may: [] },
  } as const satisfies Record<DealBody['kind'], { needs: readonly (keyof DealBody)[]; may: readonly (keyof DealBody)[] }>
  const { needs, may } = own[body.kind]
  const all = ['offCents', 'percent', 'capCents', 'centsPerL', 'upToCl', 'itemId', 'pieces'] as const
  const foreign = all.filter(field => !(needs as readonly string[]).includes(field) && !(may as readonly string[]).includes(field))
  return needs.find(field => body[field] === null) ?? foreign.find(field => body[field] !== null)
}

export const termsOf = (body: DealBody): Terms => ({
  name: body.name,
  gives: givesOf(body),
  minimumCents: body.minimumCents,
  isStackable: body.stackable,
  joinsReduced: body.joinsReduced,
  conditions: {
    products: body.products.map(({ productId }) => productId),
    items: body.items.map(({ itemId }) => itemId),
    stations: body.stations.map(({ stationId }) => stationId),
    deviceTypes: body.deviceTypes,
    payTypes: body.payTypes,
    weekdays: body.weekdays,
    hours: body.hours,
    tags: body.tags.map(({ tagId }) => tagId),
    members: body.members,
  },
})

/**
 * What one coupon may cost at most: half up, as one is reckoned. Null where nothing limits it.
 * @param itemCents what a piece of its goods costs now
 */
export function worstOf(body: DealBody, itemCents: number | null): number | null {
  switch (body.kind) {
    case 'amount':
      return body.offCents
    case 'percent':
      return body.capCents
    case 'litre':
      return body.upToCl === null ? null : Math.round((body.centsPerL! * body.upToCl) / 100)
    case 'goods':
      return itemCents === null ? null : itemCents * body.pieces!
  }
}
