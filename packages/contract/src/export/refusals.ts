import type { Refusals } from '../declaration.ts'

/** Lists that are written into files. */
export const refusals = {
  'export.type': { status: 400, field: 'type', zh: '没有名为“{type}”的列表可供导出', en: 'There is no list “{type}” to export' },
  'export.window': {
    status: 422,
    field: 'search',
    zh: '只能导出 {months} 个月以内的数据，请先选择时间范围',
    en: 'Only {months} months can be exported at a time. Choose a period first.',
  },
  'export.column': { status: 400, field: 'columns', zh: '列“{path}”不能导出', en: 'The column “{path}” cannot be exported' },
  'export.tooMany': {
    status: 429,
    zh: '您还有 {most} 个导出未完成，请等待其中一个完成',
    en: 'You have {most} unfinished exports. Wait until one of them has finished.',
  },
  'export.notDone': { status: 409, zh: '文件尚未生成', en: 'The file is not ready yet' },
  'export.expired': { status: 410, zh: '文件已过期，请重新导出', en: 'The file has expired. Please export it again.' },
  'export.outOfReach': {
    status: 403,
    zh: '文件中含有您现在无权查看的数据，请重新导出',
    en: 'The file contains data that you no longer have access to. Please export it again.',
  },
} as const satisfies Refusals
