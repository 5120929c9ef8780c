const zh = {
  notThere: {
    title: '没有找到这条记录',
    hint: '它可能已被删除，或属于其他公司或油站。请核对打开的链接。',
    back: '返回{page}',
    toList: '返回列表',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    kit_detail: typeof zh
  }
}
