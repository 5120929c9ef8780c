// Tests of the server that cost more than npm test has time for at every commit: it draws some of them by lot (draw-tests.ts). Each is
// run whole by npm run faults or npm run check:long.

const server = name => `packages/server/src/${name}.test.ts`

/** Servers that are killed in the midst of a long job, of many holds of cards, and of telling what happens. */
export const killed = [
  'modules/export/kill',
  'modules/history/kill',
  'platform/jobs/instances',
  'modules/card/batch-kill',
  'modules/order/hold-kill',
  'modules/live/relay-kill',
  'modules/monthend/month-kill',
].map(server)

/**
 * Commands that are run as processes of their own: backups, a history to measure with, each workload of the benchmark on little. And the
 * demo company at the size that npm start gives it.
 */
export const commands = ['backup', 'bench', 'seed', 'modules/demo/busy-days'].map(server)

/**
 * The channel packet by packet and its peer Mosquitto, where it is installed, a broker outside, and days of a simulated station: npm test
 * draws some of the cases.
 */
export const ofTheChannel = ['modules/live/live-protocol', 'modules/live/live-outside', 'simulate'].map(server)

/** Station-months of the simulator and why each lost what it lost, in memory and through the whole product: npm test tries some of them. */
export const losses = ['loss-months', 'loss-product'].map(server)
