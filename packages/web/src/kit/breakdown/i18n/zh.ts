const zh = {
  breakdown: {
    by: '统计方式',
    measure: '指标',
    none: '（无）',
    left: '另有 {count} 项未列出',
    by_hour: '按小时',
    by_day: '按日',
    by_month: '按月',
    share: '占比',
    category: '商品类别',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    kit_breakdown: typeof zh
  }
}
