import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  tryOffer: {
    one: 'dry run | dry runs',
    open: 'Try on past sales',
    asEntered: 'Try as entered',
    title: 'Try “{name}” on past sales',
    lead: 'Sales that were made are priced again, to see how much less they would have brought. Sales, coupons and books stay as they are.',
    submit: 'Start',
    begun: 'The dry run has begun',
    fromDay: 'From',
    untilDay: 'To',
    untilDay_help: 'At most 92 days, until today at the latest',
    stations: 'Stations',
    everyStation: 'All stations',
    holders: 'Counted for',
    holders_assumed: 'A share of customers',
    holders_real: 'Those who had it',
    holders_help: 'A share: what 5% to 100% of the customers make of it. Those who had it: sales with it, to compare with the books',
  },
} satisfies Words<typeof zh>
