/** Stuck nozzles, and orders whose payment does not end. */
export default {
  stuck: {
    help: 'A release corrects the records only: it authorises no pump and moves no money',
    none: 'Nothing to handle',
    noneHelp: 'Nozzles that have been fuelling for more than 10 minutes without a sale, and orders that stay in payment, appear here.',
    nozzle: 'Nozzle {number} · dispenser {dispenser}',
    shop: 'Shop order',
    busy: 'Fuelling for more than 10 minutes without a sale',
    locked: 'The payment of an order does not end',
    since: 'Since {time}, for {lasts}',
    orderLocked: 'in payment',
    atOrder: 'Open the order to unlock it',
    release: 'Release',
    releaseOf: 'Release: {name}',
    reason: 'Reason',
    pumpIsIdle: 'I have seen that the nozzle hangs in its place and nothing is being fuelled',
    effect: 'The nozzle will stand as idle in the records.',
    effectOrders: '{count} order in payment can be paid again. | {count} orders in payment can be paid again.',
    released: 'Released: {name}',
  },
}
