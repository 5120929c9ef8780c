import type { Actions, Pages, Permissions } from '../declaration.ts'
import { admins, cardReaders, leaders, readers } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Chips: the plastic, before and while an account has it. */
export const permissions = {
  'chip.read': { roles: readers, zh: '查看芯片卡', en: 'View chip cards' },
  'chip.write': { roles: cardReaders, zh: '发卡写卡', en: 'Write chip cards' },
  'chip.stock': { roles: leaders, zh: '卡入库', en: 'Receive chip cards' },
  'chip.batch.read': { roles: admins, zh: '查看导入结果', en: 'View import results' },
  'chip.import': { roles: admins, zh: '导入芯片卡', en: 'Import chip cards' },
  'chip.prepare': { roles: admins, zh: '批量制卡', en: 'Prepare chip cards' },
  'chip.unassigned': { roles: admins, zh: '查看未分配的芯片卡', en: 'View unassigned chip cards' },
} as const satisfies Permissions

const production = { section: 'maintenance', group: 'cardBusiness', level: 'platform', roles: admins } as const
export const pages = [
  {
    name: 'importCards',
    after: 'backgroundJobs',
    zh: 'IC卡批量导入',
    en: 'Import chip cards',
    also: ['IC card batch import'],
    ...production,
    reads: ['chip.read', 'chip.batch.read'],
    acts: ['chip.import'],
  },
  {
    name: 'importResult',
    zh: '导入结果',
    en: 'Import result',
    also: ['IC card import result'],
    parent: 'importCards',
    hidden: true,
    ...production,
    reads: ['chip.batch.read'],
  },
  {
    name: 'issueCards',
    zh: '批量发卡',
    en: 'Prepare cards',
    also: ['Batch issue', '制卡'],
    ...production,
    reads: ['chip.read', 'chip.unassigned'],
    acts: ['chip.prepare', 'chip.write'],
  },
  {
    name: 'cardSearch',
    zh: '卡片查询',
    en: 'Chip cards',
    also: ['Card search'],
    ...production,
    reads: ['chip.read', 'chip.unassigned'],
    acts: ['chip.import', 'chip.write', 'chip.stock'],
  },
  {
    name: 'icCard',
    zh: 'IC卡测试',
    en: 'Card reader test',
    also: ['IC card test'],
    ...production,
    reads: ['chip.read'],
  },
] as const satisfies Pages

export const actions = {
  'chip.import': { zh: '导入芯片卡', en: 'Imported chip cards' },
  'chip.prepare': { zh: '制卡', en: 'Prepared a chip card' },
  'chip.unprepare': { zh: '撤销制卡', en: 'Undid the preparation of a chip card' },
  'chip.stock': { zh: '卡入库', en: 'Took a chip card into stock' },
  'chip.reserve': { zh: '开始发卡', en: 'Began to issue a chip card' },
  'chip.release': { zh: '取消发卡', en: 'Gave up the issue of a chip card' },
  'chip.issue': { zh: '写卡确认', en: 'Confirmed a written chip card' },
  'chip.sync': { zh: '重写芯片卡', en: 'Rewrote a chip card' },
  'chip.return': { zh: '退卡收回芯片卡', en: 'Took a returned chip card back into stock' },
  'chip.scrap': { zh: '芯片卡作废', en: 'Scrapped a chip card' },
  'chip.handOver': { zh: '交出专用卡', en: 'Handed over a special card' },
  'chip.handBack': { zh: '收回专用卡', en: 'Took back a special card' },
  'chip.foreign': { zh: '读取其他油企的卡片', en: 'Read a card of another company' },
  'chip.supplier': { zh: '维护卡商', en: 'Edited a card maker' },
} as const satisfies Actions
