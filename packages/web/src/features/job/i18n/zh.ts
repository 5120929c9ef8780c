const zh = {
  jobs: {
    one: '后台任务',
    task: '任务',
    task_memberImport: '导入会员',
    task_memberImportCheck: '检查会员文件',
    task_memberTopFifth: '统计消费前五分之一的会员',
    task_messageSend: '发送消息',
    task_quotaRun: '单位定额划拨',
    task_billPrepare: '生成单位账单',
    task_orderRelease: '释放超时锁定的订单',
    task_exportWrite: '生成导出文件',
    task_historyCheck: '检查历史数据文件',
    task_historyBring: '导入历史数据',
    task_historyForget: '清理历史数据的暂存内容',
    task_cardGiftEnd: '充值赠金到期',
    task_cardBatch: '批量开户',
    task_cardGray: '预授权超时转灰锁',
    task_chipRekey: '更换卡密钥后标记待写卡',
    task_fleetEmployeeImport: '导入单位员工',
    task_chipImport: '导入芯片卡',
    task_chipRelease: '取消超时的发卡',
    task_auditVerify: '校验审计日志',
    task_ledgerProve: '核对账本',
    state: '状态',
    state_waiting: '等待中',
    state_running: '运行中',
    state_done: '完成',
    state_failed: '失败',
    state_cancelled: '已取消',
    runDate: '运行时间',
    attempts: '运行次数',
    lastError: '失败原因',
    key: '标识',
    createdBy: '发起人',
    startedDate: '开始时间',
    finishedDate: '结束时间',
    emptyHint: '操作之后由系统自动完成的工作会列在这里；失败的任务会一直保留，直到重新运行或取消。',
    again: '立即运行',
    againAsk: '确定重新运行“{task}”吗？',
    againDone: '已重新加入队列',
    cancel: '取消',
    cancelAsk: '确定取消“{task}”吗？该工作将不会完成。',
    cancelDone: '已取消',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    job: typeof zh
  }
}
