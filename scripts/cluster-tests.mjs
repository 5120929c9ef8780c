// Tests of the server that npm run check:long runs once more on three machines of Citus, where this machine has it: stories of sales,
// cards, chips, shifts and settlements, sign-in and companies, devices and the live channel, statistics, the proof of the books, backups
// into a cluster, a machine that is lost and one that is added. By hand:
// TEST_CITUS=/usr/lib/postgresql/15 npx vitest run --project server <file>.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of a PostgreSQL that has Citus, where this machine has one. */
export const citus = [process.env.TEST_CITUS, '/usr/lib/postgresql/15'].find(folder => folder && existsSync(join(folder, 'lib/citus.so')))

const of = (module, ...names) => names.map(name => `packages/server/src/modules/${module}/${name}.test.ts`)

export const onCluster = [
  'packages/server/src/modules/access',
  'packages/server/src/modules/chip',
  'packages/server/src/modules/live',
  'packages/server/src/modules/org',
  'packages/server/src/modules/statistics',
  ...of(
    'card',
    'black-list',
    'card',
    'conservation',
    'day-limit',
    'issue',
    'money',
    'pay-password',
    'statement',
    'top-up-place',
    'transfer',
    'unusual',
  ),
  ...of(
    'order',
    'cash-pay',
    'clock-correct',
    'clock-money',
    'counted',
    'hours',
    'intake',
    'intake.property',
    'invoice',
    'manual',
    'own-sales',
  ),
  ...of('forecourt', 'device', 'tank-reading'),
  ...of('order', 'pay-together.property', 'query-scope', 'reads', 'refund', 'refund-race', 'refund-unusual', 'refund.property', 'rows'),
  ...of('order', 'stuck', 'stuck-fuelling', 'unpaid-by-station', 'without-password'),
  ...of('settlement', 'cases', 'close', 'due-by-station', 'figures', 'rows-behind', 'settlement', 'tolerance', 'truth'),
  ...of('shift', 'shift'),
  ...['platform/live/relay', 'prove', 'backup', 'machine-lost'].map(name => `packages/server/src/${name}.test.ts`),
]

/** Who may what there: what every role is answered, call by call. */
export const matrixOnCluster = ['packages/server/src/matrix/authorisation.test.ts', '-t', 'what each role may']
