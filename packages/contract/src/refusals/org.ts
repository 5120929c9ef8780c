import type { ErrorSpec } from './spec.ts'

/** Companies and stations. */
export default {
  'company.codeTaken': { status: 409, field: 'code', zh: '该油企编码已被使用', en: 'This company code is taken' },
  'station.codeTaken': { status: 409, field: 'code', zh: '该油站编码已被使用', en: 'This station code is taken' },
  'fleet.nameTaken': { status: 409, field: 'name', zh: '已有同名单位会员', en: 'There is a fleet of this name' },
  'fleet.leaderTaken': { status: 409, field: 'userId', zh: '该用户已负责其他单位', en: 'This user leads another fleet already' },
} as const satisfies Record<string, ErrorSpec>
