/** Trying an offer on past sales. */
const zh = {
  tryOffer: {
    one: '试算',
    open: '试算',
    asEntered: '按当前填写试算',
    title: '用历史销售试算“{name}”',
    lead: '用已发生的销售重新计价，看看会少收多少。销售、优惠券和账目都不会改动。',
    submit: '开始试算',
    begun: '已开始试算',
    fromDay: '从',
    untilDay: '到',
    untilDay_help: '最多 92 天，最晚到今天',
    stations: '油站',
    everyStation: '全部油站',
    holders: '按谁计算',
    holders_assumed: '假定参与率',
    holders_real: '实际持有人',
    holders_help: '“假定参与率”算出 5% 到 100% 的顾客参与时的结果；“实际持有人”只算当时真正用到的销售，可与入账核对',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    kit_dryRun: typeof zh
  }
}
