export default {
  home: {
    night: '{name}，夜深了', morning: '{name}，上午好', afternoon: '{name}，下午好', evening: '{name}，晚上好',
    noRole: '您还没有任何角色', noRoleHelp: '请联系管理员分配角色后再登录。', noStation: '您还没有可以工作的油站', noStationHelp: '请联系管理员为您分配油站。',
    litres: '今日升数', sales: '今日金额', litre: '升', money: '{currency}', order: '笔', orders: '今日订单', average: '每笔金额',
    noneBefore: '上周同日无销售', against: '上周同时 {words}', againstHelp: '上周同一天到此时为 {words}',
    byLitres: '升数', byMoney: '金额', count: '订单',
    byHour: '每小时销售', today: '今天', lastWeek: '上周同日',
    lastOrders: '最近订单', all: '查看全部', time: '时间', nozzle: '油枪', noOrders: '还没有订单', noOrdersHelp: '加油机或收银端上报后会显示在这里。',
    shift: '当前班次', shiftNo: '第 {number} 班', natureDay: '自然日', noShift: '没有进行中的班次', since: '{time} 开始', reports: '班结报表', due: '应收', paid: '已收',
    tanks: '油罐', tank: '{number} 号罐', noTanks: '还没有油罐', neverMeasured: '未测量', measured: '{time} 测量', level: '{number} 号罐，{percent}%',
    waiting: '待处理', unpaid: '{count} 笔订单未付清，共 {amount} {currency}', differing: '今日 {count} 笔价格与挂牌价不符', missing: '设备还有 {count} 笔销售未上传',
  },
} as const
