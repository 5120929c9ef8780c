import type { Refusals } from '../declaration.ts'

export const refusals = {
  'live.off': {
    status: 409,
    zh: '实时通道未启用，页面数据不会自动更新，请手动刷新',
    en: 'The live channel is switched off; pages do not update by themselves, refresh them',
  },
} as const satisfies Refusals
