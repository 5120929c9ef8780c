import type { Refusals } from '../declaration.ts'

/** Histories that are brought in from files. */
export const refusals = {
  'history.column': {
    status: 422,
    field: 'columns',
    zh: '请为“{part}”选择“{name}”所在的列',
    en: 'Choose the column that holds “{name}” of “{part}”',
  },
  'history.notText': { status: 422, field: 'file', zh: '文件不是可读的文本表格', en: 'The file is not a readable text table' },
  'history.notChecked': {
    status: 409,
    zh: '只有检查通过的文件才能导入',
    en: 'Only files that passed the check can be imported',
  },
  'history.underWay': { status: 409, zh: '导入已开始或已结束', en: 'The import has already started or finished' },
  'history.oneAtATime': {
    status: 409,
    zh: '另一份历史数据正在导入，请等它完成',
    en: 'Another import is running. Please wait until it has finished.',
  },
  'history.severalMachines': {
    status: 409,
    zh: '数据库分布在多台服务器上，不能在此导入历史数据；请在分布之前导入',
    en: 'The database is spread over several machines, where no history can be imported. Import it before the database is spread.',
  },
  'history.noProblems': { status: 404, zh: '没有错误文件', en: 'There is no error file' },
} as const satisfies Refusals
