/** 预付卡规则。 */
export default {
  configPage: {
    preset: '填入“中国单用途预付卡”的数值',
    presetHelp: '填入后可以修改，保存后生效。',
  },
  setting: {
    bearerCards: '不记名卡',
    bearerCards_loss: '凭最近一次充值小票办理挂失',
    formerMembers: '注销会员',
    formerMembers_keepYears: '注销后资料封存（年）',
    prepaid: '预付卡规则',
    prepaid_namedCentsMax: '记名卡限额',
    prepaid_bearerCentsMax: '不记名卡限额',
    prepaid_namedWithoutEnd: '记名卡不设有效期',
    prepaid_bearerYearsMin: '不记名卡有效期至少',
    prepaid_identity: '办理记名卡须核对身份证件',
    prepaid_bearerIdentityCents: '不记名卡一次充值达到此金额须核对身份证件',
    prepaid_unitTransferCents: '单位一次付款达到此金额须银行转账',
    prepaid_personTransferCents: '个人一次付款达到此金额须银行转账',
    prepaid_noCeiling: '0 为不限',
    prepaid_never: '0 为不要求',
    years: '年',
    yearsOf: '{count} 年',
  },
}
