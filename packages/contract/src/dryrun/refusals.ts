import type { Refusals } from '../declaration.ts'

export const refusals = {
  'dryRun.oneOffer': {
    status: 400,
    zh: '请指定一张优惠券、一个活动或一项卡优惠',
    en: 'Name one coupon, one activity or one discount',
  },
  'dryRun.endsBeforeStart': {
    status: 400,
    field: 'untilDay',
    zh: '结束日期不能早于开始日期',
    en: 'The last day must not be before the first',
  },
  'dryRun.notOver': {
    status: 400,
    field: 'untilDay',
    zh: '只能用已发生的销售试算，最晚到今天',
    en: 'A dry run looks at sales that were made: until today at the latest',
  },
  'dryRun.tooLong': { status: 400, field: 'untilDay', zh: '一次最多试算 {days} 天', en: 'A dry run looks at {days} days at most' },
  'dryRun.realNeedsRecord': {
    status: 400,
    field: 'holders',
    zh: '尚未保存的方案没有实际持有人，请按参与率试算',
    en: 'What is not saved yet has no holders: try it with a share of customers',
  },
  'dryRun.underWay': {
    status: 409,
    zh: '已有一项试算在进行，请等其完成或先取消',
    en: 'Another dry run is under way; wait for it, or cancel it first',
  },
  'dryRun.notDone': { status: 409, zh: '试算尚未完成', en: 'The dry run is not done yet' },
  'dryRun.ended': { status: 409, zh: '试算已结束', en: 'The dry run has ended already' },
} as const satisfies Refusals
