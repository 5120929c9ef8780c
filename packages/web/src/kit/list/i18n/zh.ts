/** What parts of a list say that are opened by a press: it comes with them. */
const zh = {
  exportDialog: {
    title: '导出：{label}',
    rows: '行数',
    columns: '列（{count}）',
    now: '立即下载 CSV',
    later: '后台导出',
    recent: '只导出最近 {months} 个月（{from} 起）',
    note: '按当前筛选、排序和显示的列导出；文件在下载中心保留 7 天。',
    left: '后台导出不含只在屏幕上显示的列：{columns}。',
  },
  savedViews: {
    viewName: '视图名称',
    standardView: '默认打开“{name}”',
    rename: '重命名',
    replaceView: '更新为当前条件和列',
    share: '共享给全油企',
    unshare: '取消共享',
    copyLink: '复制链接',
    askDeleteView: '确定删除视图“{name}”吗？',
    askDeleteShared: '确定删除共享视图“{name}”吗？删除后油企内所有人都看不到它。',
    noViews: '还没有保存的视图',
    saveView: '保存当前视图',
    ownViews: '我的视图',
    sharedViews: '油企共享',
    withoutView: '不使用视图',
  },
  bulk: {
    selected: '已选 {count} 条',
    selectedAll: '已选全部 {count} 条结果',
    selectAllFound: '选择全部 {count} 条结果',
    tooManyToSelect: '结果超过 {count} 条，请先缩小查询范围',
    exportSelected: '导出所选',
    record: '记录',
    outcome: '结果',
    bulkDone: '已完成 {done} / {total}。',
    bulkRefused: '{count} 条未成功，原因见下。',
    bulkOk: '成功',
    bulkStop: '停止',
    bulkRetry: '重试未成功的 {count} 条',
    field: '字段',
    newValue: '新值',
    continue: '继续',
    bulkEditOf: '批量修改 {count} 条',
    askBulkEdit: '确定把 {count} 条记录的“{label}”改为同一个值吗？',
  },
  columnLists: {
    showColumns: '显示这些列',
    hideColumns: '隐藏这些列',
    noneHidden: '没有隐藏的列',
    resetColumns: '恢复默认',
    moveUp: '上移 {title}',
    moveDown: '下移 {title}',
    widthFit: '自适应',
    widthOf: '列宽 {title}',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    kit_list: typeof zh
  }
}
