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
    received: 'Received: {received} ({paid} paid, {gift} gift)',
    tier: 'Tier “{name}”: gift {gift}',
    missing: '{missing} more reaches tier “{name}”, gift {gift}',
    giftEnds: 'The gift is valid until {end}',
    giftFor: 'The gift buys only: {products}',
  },
} satisfies Words<typeof zh>
