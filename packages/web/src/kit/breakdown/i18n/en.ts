import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  breakdown: {
    by: 'Broken down by',
    measure: 'Figure',
    none: '(none)',
    left: '{count} more not listed',
    by_hour: 'By hour',
    by_day: 'By day',
    by_month: 'By month',
    share: 'Share',
    category: 'Category',
  },
} satisfies Words<typeof zh>
