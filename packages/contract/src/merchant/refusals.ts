import type { Refusals } from '../declaration.ts'

export const refusals = {
  /** @source requirement ORG-033 */
  'merchant.notAssigned': {
    status: 409,
    field: 'stationId',
    zh: '未给油站或油企分配支付授权',
    en: 'Authorization not assigned to a station or company',
  },
  'merchant.taken': {
    status: 409,
    field: 'merchantNo',
    zh: '该渠道下已有相同用途、应用和商户号的支付授权',
    en: 'There is a merchant account of this channel with the same purpose, app and merchant number already',
  },
  'merchant.appIdUnfit': {
    status: 400,
    field: 'appId',
    zh: '微信支付的应用 ID 为 wx 加 16 位小写字母或数字，支付宝的为 16 位数字',
    en: 'An app ID of WeChat Pay is wx and 16 lower-case letters or digits; one of Alipay has 16 digits',
  },
  'merchant.merchantNoUnfit': {
    status: 400,
    field: 'merchantNo',
    zh: '请填写商户号；微信支付的为 8–10 位数字',
    en: 'Enter the merchant number; one of WeChat Pay has 8 to 10 digits',
  },
  'merchant.inUse': {
    status: 409,
    zh: '“{name}”已分配给油站或用于支付模板，不能删除；请改为停用',
    en: '“{name}” is assigned to a station or used by a pay template. Disable it instead of deleting it.',
  },
  'merchant.kindFixed': {
    status: 409,
    field: 'channel',
    zh: '“{name}”已分配给油站，渠道、用途和账户不能再改；请另建支付授权',
    en: '“{name}” is assigned to a station: its channel, purpose and account stay. Add another merchant account instead.',
  },
  'merchant.notPrivateKey': {
    status: 400,
    field: 'merchantPrivateKey',
    zh: '这不是私钥：请粘贴 PEM 内容，或平台给出的 Base64 私钥',
    en: 'This is no private key. Paste it as PEM, or the base64 text that the platform gave.',
  },
  'merchant.notCertificate': {
    status: 400,
    field: 'merchantCertificate',
    zh: '这不是证书：请粘贴 PEM 格式的商户证书（-----BEGIN CERTIFICATE-----）',
    en: 'This is no certificate. Paste it as PEM (-----BEGIN CERTIFICATE-----).',
  },
  'merchant.notPlatformKey': {
    status: 400,
    field: 'platformKey',
    zh: '这不是公钥或证书：请粘贴 PEM 内容，或 Base64 公钥',
    en: 'This is no public key or certificate. Paste it as PEM, or a public key as base64 text.',
  },
  'merchant.certificateEnded': {
    status: 409,
    field: 'merchantCertificate',
    zh: '证书已于 {day} 到期，请在平台更换后再填写',
    en: 'The certificate ended on {day}. Renew it at the platform first.',
  },
  'merchant.platformCertificateEnded': {
    status: 409,
    field: 'platformKey',
    zh: '平台证书已于 {day} 到期，请下载新的证书',
    en: 'The certificate of the platform ended on {day}. Download the present one.',
  },
  'merchant.keyUnfit': {
    status: 409,
    field: 'merchantPrivateKey',
    zh: '私钥与商户证书不是一对，请同时核对两者',
    en: 'The private key does not belong to the certificate. Check both of them.',
  },
  'merchant.twice': { status: 400, field: 'accounts', zh: '同一支付授权只能填写一行', en: 'Enter each merchant account once' },
  'merchant.sharesNotWhole': {
    status: 409,
    field: 'accounts',
    zh: '渠道、用途、账户和优先级相同的授权，分配比例合计须为 100%，现为 {sum}%（“{name}”）',
    en: 'Shares of accounts with the same channel, purpose, account and priority come to 100%; with “{name}” these are {sum}%',
  },
  /** @source requirement PAY-009 */
  'merchant.twoAccounts': {
    status: 409,
    field: 'billType',
    zh: '油企只有两个账户；使用账户3 请先在油企配置中改为三个',
    en: 'The company has two accounts. For account 3 it sets three of them in its settings first.',
  },
  'accountRatio.notWhole': {
    status: 400,
    field: 'ratio2',
    zh: '各账户合计须为 100%，现为 {sum}%',
    en: 'The accounts come to 100% together; these are {sum}%',
  },
  'accountRatio.twoAccounts': {
    status: 409,
    field: 'ratio3',
    zh: '油企只有两个账户，账户3 须为 0',
    en: 'The company has two accounts: account 3 has 0%',
  },
  'payTemplate.nameTaken': { status: 409, field: 'name', zh: '已有同名支付模板', en: 'There is a payment template of this name already' },
} as const satisfies Refusals
