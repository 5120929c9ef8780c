import type { Refusals } from '../declaration.ts'

export const refusals = {
  'dealTask.nameTaken': { status: 409, field: 'name', zh: '活动“{name}”已存在', en: 'There is an activity called “{name}” already' },
  'dealTask.endsBeforeStart': { status: 400, field: 'endTime', zh: '结束时间须晚于开始时间', en: 'The end must be after the start' },
  'dealTask.kindFixed': {
    status: 409,
    field: 'kind',
    zh: '活动建立后，种类不能更改',
    en: 'The kind of an activity does not change once it was added',
  },
  'dealTask.incomplete': { status: 400, zh: '请填写活动条件', en: 'Enter what the activity depends on' },
  'dealTask.oneOfBoth': {
    status: 400,
    zh: '金额与升数（每升减与按比例减）只能填一项',
    en: 'Enter one of the two, not both',
  },
  'dealTask.couponsMissing': { status: 400, field: 'coupons', zh: '请选择 1 至 5 种优惠券', en: 'Choose one to five coupons' },
  'dealTask.couponTwice': { status: 400, field: 'coupons', zh: '同一种优惠券只需选一次', en: 'A coupon is chosen once' },
  'dealTask.couponNotAutomatic': {
    status: 409,
    field: 'coupons',
    zh: '“{name}”未开启自动发放，不能由活动发放',
    en: '“{name}” may not be given automatically: allow it at the coupon first',
  },
  'dealTask.couponForNonMembers': {
    status: 409,
    field: 'coupons',
    zh: '“{name}”只发给非会员，活动只能发给会员',
    en: '“{name}” is for others than members, and activities give to members',
  },
  'dealTask.limitBelowGiven': {
    status: 409,
    field: 'maxIssue',
    zh: '已发放 {given} 次，最大发放次数不能少于此数',
    en: 'It has given {given} times already; the limit cannot be less',
  },
  'dealTask.completed': {
    status: 409,
    zh: '“{name}”已发放完成，不能再修改',
    en: '“{name}” is completed and cannot be changed any more',
  },
  'dealTask.limitReached': {
    status: 409,
    field: 'maxIssue',
    zh: '活动已达最大发放次数',
    en: 'The activity has given as many times as it may',
  },
  'dealTask.gaveAlready': {
    status: 409,
    zh: '“{name}”已有发放记录，不能删除，可停用',
    en: '“{name}” has given already and cannot be deleted; disable it instead',
  },
  'dealTask.notDisabled': { status: 409, zh: '“{name}”没有停用', en: '“{name}” is not disabled' },
  'dealTask.isDisabled': { status: 409, zh: '“{name}”已停用', en: '“{name}” is disabled already' },
  'dealTask.ended': { status: 409, zh: '“{name}”已结束，无需停用', en: '“{name}” has ended; there is nothing to disable' },
} as const satisfies Refusals
