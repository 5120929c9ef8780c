import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  chart: {
    asChart: 'Chart',
    asTable: 'Table',
    view: 'Shown as',
    series: 'Series',
    keys: '{title}. Left and right arrows read point by point, Enter opens.',
    timeKeys: '{title}. Left and right arrows read point by point.',
    at: 'Time',
    what: 'What happened',
    total: 'Total',
    nothing: 'Nothing in this period',
    point: '{name} {value} {unit}',
    share: '{name} {value} {unit}, {share} of all',
  },
} satisfies Words<typeof zh>
