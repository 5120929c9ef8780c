const zh = {
  debitItems: {
    one: '充值套餐',
    classification: '适用卡类型',
    classification_personal: '个人卡',
    classification_anonymous: '不记名卡',
    classification_master: '单位主卡',
    priceCents: '套餐价格',
    giftCents: '赠送金额',
    giftCents_help: '与赠送比例只填一项；都不填则不赠送',
    giftPercent: '赠送比例',
    giftPercent_help: '按实付金额计算，四舍五入到分',
    giftPoints: '赠送积分',
    giftPoints_help: '持卡人有积分账户时，充值成功即入账；充值退款时扣回',
    products: '赠金限购油品',
    products_help: '不填则赠金可买任何商品；本金不受限制',
    product: '油品',
    giftDays: '赠金有效天数',
    giftDays_help: '自充值次日起计；与有效月数只填一项，都不填则长期有效',
    giftMonths: '赠金有效月数',
    giftMonths_help: '到期月份没有对应日期的，以当月最后一天为准',
    discount: '绑定优惠',
    discountId_help: '购买后此卡即享受该优惠，直至套餐结束',
    weight: '权重',
    weight_help: '价格相同的套餐，权重大的优先',
    startTime: '开始时间',
    endTime: '结束时间',
    endTime_help: '不填则长期有效',
    taxRate: '税率',
    shelfStatus: '上架状态',
    shelfStatus_onShelf: '已上架',
    shelfStatus_offShelf: '已下架',
  },
  packages: {
    gift: '赠送',
    noGift: '不赠送',
    ofPayment: '实付的 {percent}',
    giftEnds: '赠金有效期',
    days: '{count} 天',
    months: '{count} 个月',
    withoutEnd: '长期有效',
    anything: '不限',
    period: '套餐期限',
    shelve: '上架',
    unshelve: '下架',
    unshelveAsk: '下架套餐“{name}”？下架后充值时不再提供，已购买的不受影响。',
    shelved: '已上架',
    unshelved: '已下架',
    emptyHint: '添加套餐并上架后，即可在充值时选用。',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    packages: typeof zh
  }
}
