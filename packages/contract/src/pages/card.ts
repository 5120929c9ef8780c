import type { Page } from '../menu.ts'
import { cardReaders } from '../role-sets.ts'

const desk = {
  section: 'stationCards',
  level: 'company',
  roles: cardReaders,
  reads: ['card.userCard.read', 'card.detail.read'],
  acts: [
    'card.issue',
    'card.charge',
    'card.loss',
    'card.unhook',
    'card.disable',
    'card.payPassword',
    'card.adjust',
    'card.refundCharge',
    'card.thaw',
    'card.userCard.write',
  ],
} as const

/** 油站卡务 */
export const cardPages = [
  {
    name: 'cardQuery',
    path: '/stationCards/cardQuery',
    zh: '卡片查询',
    en: 'All cards',
    also: ['Card query'],
    ...desk,
  },
  {
    name: 'cardCostHistory',
    path: '/stationCards/cardCostHistory/{userCardId}',
    zh: '卡消费记录',
    en: 'Card history',
    also: ['Card cost history'],
    parent: 'cardQuery',
    hidden: true,
    ...desk,
    demo: 'userCards?size=1&search=value>0',
  },
] as const satisfies readonly Page[]
