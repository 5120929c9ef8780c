/** 预付卡规则。 */
export default {
  configPage: {
    presets: '采用预付卡预设',
    presetsAsk: '采用“中国单用途预付卡”预设？记名卡限额 5,000 元，不记名卡 1,000 元，各项数值之后仍可修改。',
    presetName: '中国单用途预付卡',
  },
  setting: {
    bearerCards: '不记名卡',
    bearerCards_loss: '凭最近一次充值小票办理挂失',
    prepaid: '预付卡规则',
    prepaid_namedCentsMax: '记名卡限额（0 为不限）',
    prepaid_bearerCentsMax: '不记名卡限额（0 为不限）',
    prepaid_namedWithoutEnd: '记名卡不设有效期',
    prepaid_bearerYearsMin: '不记名卡有效期至少',
    prepaid_identity: '办理记名卡须核对身份证件',
    prepaid_bearerIdentityCents: '不记名卡一次充值达到此金额须核对身份证件（0 为不要求）',
    prepaid_unitTransferCents: '单位一次付款达到此金额须银行转账（0 为不要求）',
    prepaid_personTransferCents: '个人一次付款达到此金额须银行转账（0 为不要求）',
    years: '年',
    yearsOf: '{count} 年',
  },
}
