const zh = {
  exports: {
    one: '导出',
    name: '内容',
    type: '列表',
    format: '格式',
    format_csv: 'CSV',
    format_xlsx: 'Excel',
    status: '状态',
    status_waiting: '等待中',
    status_running: '生成中',
    status_done: '已完成',
    status_fail: '失败',
    rows: '行数',
    rowsTotal: '总行数',
    size: '大小',
    reason: '失败原因',
    reason_revoked: '您已无权查看这些数据',
    reason_filter: '筛选条件已不适用',
    reason_broken: '生成时出错，请重新导出',
    userId: '导出人',
    startedDate: '开始时间',
    finishedDate: '完成时间',
    expiresDate: '保留至',
    progress: '生成进度',
    share: '{share}%',
    emptyHint: '在任一列表中点击“导出”并选择后台导出，文件会出现在这里，保留 7 天。',
    download: '下载',
    cancel: '取消',
    cancelAsk: '确定取消导出“{name}”吗？',
    cancelDone: '已取消',
    remove: '删除',
    removeAsk: '确定删除导出“{name}”及其文件吗？',
    removeDone: '已删除',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    export: typeof zh
  }
}
