/** Stuck nozzles, and orders whose payment does not end. */
export default {
  stuck: {
    help: '解除只更正系统记录：不会授权加油机，也不会改动任何款项',
    none: '没有需要处理的异常',
    noneHelp: '油枪加油超过 10 分钟仍没有产生订单，或订单停留在支付中，会显示在这里。',
    nozzle: '{number} 号枪 · {dispenser} 号加油机',
    shop: '便利店订单',
    busy: '加油超过 10 分钟，仍没有产生订单',
    locked: '订单停留在支付中',
    since: '自 {time} 起，已 {lasts}',
    orderLocked: '支付中',
    atOrder: '请打开订单解除锁定',
    release: '解除异常',
    releaseOf: '解除异常：{name}',
    reason: '原因',
    pumpIsIdle: '已到现场确认油枪挂好、没有在加油',
    effect: '系统将把该油枪记为空闲。',
    effectOrders: '{count} 笔支付中的订单将重新开放收款。',
    released: '已解除：{name}',
  },
}
