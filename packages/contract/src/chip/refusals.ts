import type { Refusals } from '../declaration.ts'

/** Chips, from the maker's file to the account. @source requirements CRD-032 to CRD-046 */
export const refusals = {
  'cardInfo.notImported': { status: 404, field: 'uuid', zh: '卡片未导入或无效', en: 'This card has not been imported or is not valid' },
  'cardInfo.otherMaker': { status: 409, field: 'supplier', zh: '卡商不匹配', en: 'The card is of another maker' },
  'cardInfo.otherType': { status: 409, field: 'cardType', zh: '卡类型不匹配', en: 'The card is of another type' },
  'cardInfo.disabled': { status: 409, field: 'uuid', zh: '卡状态异常', en: 'The status of the card is not normal' },
  'cardInfo.otherCompany': { status: 409, field: 'uuid', zh: '卡片不属于该油企', en: 'The card does not belong to this company' },
  'cardInfo.notPrepared': { status: 409, field: 'uuid', zh: '卡片尚未制卡', en: 'The card has not been prepared yet' },
  'cardInfo.issued': { status: 409, field: 'uuid', zh: '卡片已发行，请更换卡片', en: 'The card is already issued. Use another card.' },
  'cardInfo.given': { status: 409, field: 'uuid', zh: '卡片已分配给油企', en: 'The card has already been given to a company' },
  'cardInfo.boundToOther': { status: 409, field: 'uuid', zh: '卡片已绑定其他用户', en: 'The card is bound to another user' },
  'cardInfo.reserved': {
    status: 409,
    field: 'uuid',
    zh: '卡片正在为其他用户发卡，请稍候或更换卡片',
    en: 'The card is just being issued to another user. Wait a moment or use another card.',
  },
  'cardInfo.notReserved': {
    status: 409,
    field: 'uuid',
    zh: '发卡已超时或已取消，请重新发卡',
    en: 'The issue took too long or was cancelled. Start again.',
  },
  'cardInfo.notUserCard': {
    status: 409,
    field: 'uuid',
    zh: '这是母卡、授权卡、传输卡或 PSAM 卡，不能作为用户卡',
    en: 'This is a mother, authorisation, transfer or PSAM card, which no customer can have',
  },
  'cardInfo.notSpecial': {
    status: 409,
    field: 'uuid',
    zh: '只有母卡、授权卡、传输卡和 PSAM 卡可以交接',
    en: 'Only mother, authorisation, transfer and PSAM cards are handed over',
  },
  'cardInfo.handedOver': { status: 409, field: 'to', zh: '该卡已交给 {to}', en: 'The card has been handed to {to}' },
  'cardInfo.notHandedOver': { status: 409, zh: '该卡没有交出', en: 'The card has not been handed over' },
  'cardInfo.notGenuine': {
    status: 409,
    field: 'uuid',
    zh: '卡片校验失败：卡内数据不是本油企写入的',
    en: 'The card failed its check: what stands on it was not written by this company',
  },
  'cardInfo.differs': {
    status: 409,
    field: 'readBack',
    zh: '写卡后读回的内容不一致，卡片未发行，请重新写卡',
    en: 'What was read back from the card differs from what was to be written. It is not issued; write it again.',
  },
  'cardInfo.otherNumber': {
    status: 409,
    field: 'userCardId',
    zh: '卡面号 {number} 与账户卡号不一致',
    en: 'The number on the card, {number}, is not the number of the account',
  },
  'cardInfo.uuidTaken': { status: 409, field: 'uuid', zh: '该芯片号已存在', en: 'There is a card with this chip number already' },
  'cardInfo.numberTaken': { status: 409, field: 'number', zh: '该卡面号已存在', en: 'There is a card with this printed number already' },
  'cardInfo.tooManyForeign': {
    status: 429,
    field: 'uuid',
    zh: '读取了过多其他油企的卡片，请一小时后再试',
    en: 'Too many cards of other companies were read. Try again in an hour.',
  },
  'cardSupplier.nameTaken': { status: 409, field: 'name', zh: '已有同名卡商', en: 'There is a card maker of this name' },
} as const satisfies Refusals
