import type { Words } from '../../../i18n/index.ts'
import type zh from './top-up-zh.ts'

export default {
  topUp: {
    mode: 'Top up by',
    mode_package: 'Package',
    mode_amount: 'Amount',
    mode_gift: 'Gift only',
    package: 'Package',
    packageOf: '{name} ({price})',
    noPackage: 'There is no package for this card',
    amountCents: 'Amount',
    payType: 'Payment method',
    giftCents: 'Gift',
    giftCents_help: 'Left empty, the gift is that of the tier',
    giftAlone_help: 'A package brings its own gift',
    receiptId: 'Receipt',
    receiptId_help: 'Upload the receipt of the cash',
    withoutReceipt: 'There is no receipt',
    withoutReceipt_help: 'Confirm this where none is uploaded; the list of top-ups can be filtered by it',
    identityChecked: 'Identity document checked',
    remark: 'Remark',
    remark_help: 'A gift only needs its reason',
    withoutCoupons: 'Top up without those coupons',
    withoutCoupons_help: 'What cannot be given now is not given later; the other coupons are given',
    couponsToo: '{done}. Coupons: {coupons}',
    pointsBooked: 'Topped up, and {points} points added',
    pointsNotBooked: 'Topped up. The cardholder has no points account: {points} points were not booked',
  },
} satisfies Words<typeof zh>
