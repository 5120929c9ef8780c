import type { Actions, Pages, Permissions, Refusals } from '../declaration.ts'
import { cardReaders, master, readers } from '../role-sets.ts'

/** Top-up packages, and what is asked of a top-up. */
export const permissions = {
  'topUp.package.read': { roles: readers, zh: '查看充值套餐', en: 'View top-up packages' },
  'topUp.package.write': { roles: master, zh: '编辑充值套餐', en: 'Edit top-up packages' },
} as const satisfies Permissions

export const actions = {
  'topUpPackage.shelve': { zh: '上架充值套餐', en: 'Put a top-up package on the shelf' },
  'topUpPackage.unshelve': { zh: '下架充值套餐', en: 'Took a top-up package off the shelf' },
} as const satisfies Actions

export const pages = [
  {
    name: 'debitItems',
    zh: '充值套餐',
    en: 'Top-up packages',
    also: ['Debit items', 'Recharge packages'],
    section: 'memberCenter',
    level: 'company',
    roles: cardReaders,
    reads: ['topUp.package.read'],
    acts: ['topUp.package.write'],
  },
] as const satisfies Pages

export const refusals = {
  'topUpPackage.nameTaken': { status: 409, field: 'name', zh: '已有同名充值套餐', en: 'There is a top-up package of this name' },
  'topUpPackage.giftTwice': {
    status: 400,
    field: 'giftPercent',
    zh: '赠送金额与赠送比例只能填一项',
    en: 'Enter either a gift amount or a percentage, not both',
  },
  'topUpPackage.giftEndsTwice': {
    status: 400,
    field: 'giftMonths',
    zh: '赠金有效期按天或按月，只能填一项',
    en: 'Enter how long the gift lasts in days or in months, not both',
  },
  'topUpPackage.endsBeforeBegin': { status: 400, field: 'endTime', zh: '结束时间须晚于开始时间', en: 'The end must be after the start' },
  'topUpPackage.onShelf': { status: 409, zh: '套餐已上架', en: 'This package is on the shelf already' },
  'topUpPackage.offShelf': { status: 409, zh: '套餐已下架', en: 'This package is off the shelf already' },
  'topUpPackage.ended': { status: 409, zh: '套餐已过期，不能上架', en: 'This package has ended and cannot go on the shelf' },
  'card.receiptMissing': {
    status: 422,
    field: 'withoutReceipt',
    zh: '现金充值须上传收款凭证；没有凭证的，请确认“无凭证”',
    en: 'Cash needs its receipt: upload it, or confirm that there is none',
  },
  'card.couponsMissing': {
    status: 409,
    field: 'withoutCoupons',
    zh: '“{name}”赠不出：{why}。仍要充值的，请确认“不赠券也充值”',
    en: '“{name}” cannot be given: {why}. Confirm to top up without it',
  },
  'card.giftForbidden': {
    status: 403,
    field: 'giftCents',
    zh: '没有赠送权限，赠送金额只能按套餐',
    en: 'You may give no gift but that of a package',
  },
  'card.payTypeNotOffered': {
    status: 409,
    field: 'payType',
    zh: '本站充值不使用此支付方式',
    en: 'This station takes no top-ups by this payment method',
  },
  'card.packageNotOffered': {
    status: 409,
    field: 'packageId',
    zh: '套餐已下架、不在期内或不适用于此卡',
    en: 'This package is off the shelf, outside its period, or not for this card',
  },
  'card.packagePrice': {
    status: 409,
    field: 'amountCents',
    zh: '套餐价格为 {price} 元，请按此金额充值',
    en: 'The package costs {price}: top up by that amount',
  },
  'card.packageWithoutGift': {
    status: 409,
    field: 'packageId',
    zh: '此套餐没有固定赠金',
    en: 'This package has no gift of a fixed amount',
  },
} as const satisfies Refusals
