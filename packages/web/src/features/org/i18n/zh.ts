export default {
  stations: {
    one: '油站', code: '油站编码', code_help: '公司内唯一，用于单据与对接', name: '油站名称', company: '所属油企', country: '国家代码', country_help: '三位国家代码，例如 CHN',
    address: '地址', longitude: '经度', latitude: '纬度', contact: '联系人', phone: '联系电话', macAddress: 'MAC 地址', macAddress_help: '形如 00:1A:2B:3C:4D:5E',
    unionCardStationId: '联名卡油站编号', timeZone: '时区', timeZone_help: '班次、日期与报表按此时区划分', enableShiftSettle: '启用班结',
    enableShiftSettle_help: '关闭时按自然日统计，不需要开班、交班', notifyDays: '到期提前提醒天数', endTime: '服务到期', expireTime: '停用时间', description: '说明',
  },
  companies: {
    one: '油企', code: '油企编码', name: '油企名称', currency: '币种代码', currencyName: '货币单位', symbol: '货币符号', timeZone: '时区', contact: '联系人', phone: '联系电话',
    isDemo: '演示',
  },
  stationPage: {
    emptyHint: '新增第一座油站后，就可以登记油品、油罐和油枪。', indefinite: '长期', expired: '已到期', inDays: '剩 {count} 天',
  },
} as const
