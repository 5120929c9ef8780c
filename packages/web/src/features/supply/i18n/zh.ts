const zh = {
  suppliers: {
    one: '供应商',
    sellsFuel: '供油',
    carries: '承运',
    sellsGoods: '供货（非油品）',
    contact: '联系人',
    phone: '电话',
    address: '地址',
    taxId: '税号',
    endedDate: '停用时间',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    supply: typeof zh
  }
}
