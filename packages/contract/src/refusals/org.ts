import type { ErrorSpec } from './spec.ts'

/** Companies and stations. */
export default {
  'company.codeTaken': { status: 409, field: 'code', zh: '该油企编码已被使用', en: 'This company code is taken' },
  'station.codeTaken': { status: 409, field: 'code', zh: '该油站编码已被使用', en: 'This station code is taken' },
} as const satisfies Record<string, ErrorSpec>
