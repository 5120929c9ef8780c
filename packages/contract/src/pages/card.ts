import type { Page } from '../menu.ts'
import { cardReaders } from './roles.ts'

/** 油站卡务 */
export const cardPages = [
  {
    name: 'cardQuery',
    path: '/stationCards/cardQuery',
    zh: '卡片查询',
    en: 'All cards',
    also: ['Card query'],
    section: 'stationCards',
    level: 'company',
    roles: cardReaders,
  },
  {
    name: 'cardCostHistory',
    path: '/stationCards/cardCostHistory/{userCardId}',
    zh: '卡消费记录',
    en: 'Card history',
    also: ['Card cost history'],
    parent: 'cardQuery',
    section: 'stationCards',
    level: 'company',
    hidden: true,
    roles: cardReaders,
  },
] as const satisfies readonly Page[]
