export default {
  kit: {
    yes: '是', no: '否', ok: '确定', cancel: '取消', prompt: '提示', save: '保存', add: '新增', addOne: '新增{noun}', edit: '编辑', editOne: '编辑{noun} {name}',
    delete: '删除', actions: '操作', refresh: '刷新', reload: '重新载入', tryAgain: '重试', done: '操作成功', saved: '保存成功', added: '新增成功', deleted: '删除成功',
    failed: '操作失败，请稍后再试', loading: '加载中', leave: '放弃', colon: '：', titled: '{label}（{unit}）', unitMoney: '{currency}', unitLitre: '升',
    askDelete: '确定删除{noun}“{name}”吗？删除后不能恢复。', askLeave: '内容尚未保存，确定放弃吗？', typeToConfirm: '请输入“{word}”以确认',
    copied: '已复制', copyThis: '复制 {text}',

    search: '查询', filter: '筛选', all: '全部', unfold: '展开 {count} 项', fold: '收起', clearAll: '清除全部条件', filtered: '已设条件', removeFilter: '移除条件：{label}',
    from: '开始', to: '结束', least: '最小', most: '最大', atLeast: '{label} 不小于', atMost: '{label} 不大于', chooseOne: '请选择', noOption: '没有可选项',
    showCount: '查看 {count} 条结果',
    preset_today: '今天', preset_yesterday: '昨天', preset_thisWeek: '本周', preset_lastWeek: '上周', preset_last7Days: '最近 7 天', preset_last30Days: '最近 30 天',
    preset_thisMonth: '本月', preset_lastMonth: '上月',

    columns: '列设置', showColumns: '显示这些列', hideColumns: '隐藏这些列', noneHidden: '没有隐藏的列', resetColumns: '恢复默认', moveUp: '上移 {title}', moveDown: '下移 {title}',
    export: '导出', exportCut: '仅导出前 {count} 条，请缩小查询范围', updatedAt: '更新于 {time}', totalOfAll: '全部 {count} 条合计',
    selectRow: '选择此行', selectAll: '全选本页', selected: '已选 {count} 条', unselect: '取消选择',
    nothingYet: '还没有数据', nothingFound: '没有符合条件的数据', pastTheEnd: '这一页没有数据', firstPage: '回到第一页',
    pages: '分页', total: '共 {count} 条', pageSize: '每页条数', perPage: '{count} 条/页', previous: '上一页', next: '下一页', jumpTo: '前往',

    fillIn: '请填写', choose: '请选择', notRight: '输入有误', wholeNumber: '请输入整数', notBelow: '不能小于 {value}', notAbove: '不能大于 {value}',
    moreThan: '必须大于 {value}', lessThan: '必须小于 {value}', atLeastLong: '至少 {count} 个字', atMostLong: '最多 {count} 个字', atLeastMany: '至少 {count} 项', atMostMany: '最多 {count} 项',
    notAmount: '请输入正确的数字，最多两位小数',

    keyMap: '快捷键', keySearch: '定位到查询框', keyNew: '新增', keyFirstRow: '定位到第一行', keyRows: '上下移动行', keyOpen: '打开所在行', keySelect: '选择所在行',
    keySubmit: '提交表单', keyBack: '关闭或返回',

    print: '打印', printedBy: '打印人', printedAt: '打印时间', company: '公司', station: '油站', period: '时间', signature: '签字', pageOf: '第 {page} / {pages} 页',
    showAsTable: '以表格显示', showAsChart: '以图表显示', more: '更多',
    withSymbol: '{symbol}{amount}', firstOf: '共 {count} 条，此处显示前 {shown} 条', showAll: '查看全部',
    paperA4: '改用 A4 纸', paper80: '改用 80 毫米小票',
  },
  fields: {
    id: '编号', name: '名称', code: '编码', number: '号码', mobile: '手机号', remark: '备注', description: '说明', status: '状态', type: '类型', kind: '类别',
    createdDate: '创建时间', modifiedDate: '修改时间', station: '油站', company: '公司', user: '用户', createdBy: '创建人', startTime: '开始时间', endTime: '结束时间',
    hidden: '隐藏', enabled: '启用', address: '地址', totalCents: '总额', amountCents: '金额', volumeCl: '升数', priceCents: '单价', quantity: '数量', count: '数量',
    product: '油品', item: '商品', nozzle: '油枪', tank: '油罐', device: '设备', card: '卡', userCard: '加油卡', order: '订单', version: '版本', orderNo: '订单号',
  },
}
