const zh = {
  chart: {
    asChart: '图表',
    asTable: '表格',
    view: '显示方式',
    series: '数据系列',
    keys: '{title}。用左右方向键逐点查看，回车打开。',
    timeKeys: '{title}。用左右方向键逐点查看。',
    at: '时间',
    what: '事件',
    total: '合计',
    nothing: '此期间没有数据',
    point: '{name} {value}{unit}',
    share: '{name} {value}{unit}，占 {share}',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    kit_chart: typeof zh
  }
}
