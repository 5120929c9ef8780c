/**
 * Which module may use which, through its index.ts. A module not named may use none.
 * The order is org, message, access, file, ledger; measure, stock, goods, forecourt, member; reckoning; shift, packages, card; chip,
 * goods-import, member-import, fleet, quota, low-balance; deal; notice, mini-program, merchant, channel, receiving; order; invoice,
 * wetstock; supply; points, bill, plausibility; reward; settlement, monthend, statistics; tag; activity; dryrun; history, demo: never
 * upwards.
 */
module.exports.mayUse = {
  access: ['message', 'org'],
  message: ['org'],
  measure: ['org'],
  goods: ['access', 'org', 'stock'],
  'goods-import': ['access', 'card', 'file', 'goods', 'org', 'stock'],
  forecourt: ['access', 'goods', 'message', 'org'],
  member: ['access', 'forecourt', 'message', 'org'],
  packages: ['forecourt', 'shift'],
  shift: ['forecourt', 'org'],
  reckoning: ['forecourt'],
  card: ['access', 'file', 'forecourt', 'ledger', 'member', 'org', 'packages', 'reckoning', 'shift'],
  chip: ['access', 'card', 'file', 'org'],
  'member-import': ['access', 'card', 'file', 'ledger', 'member', 'org'],
  fleet: ['access', 'card', 'file', 'member', 'org'],
  quota: ['card', 'ledger', 'member', 'org'],
  'low-balance': ['access', 'card', 'ledger', 'member', 'message', 'org'],
  deal: ['access', 'card', 'forecourt', 'goods', 'member', 'org', 'reckoning'],
  notice: ['access', 'member', 'message', 'org'],
  merchant: ['org'],
  channel: ['ledger', 'merchant'],
  receiving: ['access', 'card', 'deal', 'goods', 'member', 'mini-program', 'org'],
  order: ['access', 'card', 'deal', 'forecourt', 'goods', 'ledger', 'member', 'org', 'reckoning', 'shift', 'stock'],
  invoice: ['card', 'forecourt', 'goods', 'ledger', 'order', 'org', 'shift'],
  wetstock: ['access', 'file', 'forecourt', 'measure', 'order', 'org', 'shift'],
  supply: ['access', 'file', 'forecourt', 'measure', 'org', 'shift', 'stock', 'wetstock'],
  points: ['access', 'card', 'forecourt', 'goods', 'ledger', 'member', 'order', 'org', 'shift'],
  reward: ['card', 'deal', 'ledger', 'org', 'points', 'shift'],
  plausibility: ['access', 'card', 'fleet', 'forecourt', 'goods', 'member', 'order', 'org', 'shift'],
  bill: ['access', 'card', 'forecourt', 'goods', 'ledger', 'member', 'order', 'org', 'reckoning', 'shift'],
  settlement: ['access', 'card', 'forecourt', 'goods', 'ledger', 'order', 'org', 'shift', 'wetstock'],
  monthend: ['access', 'forecourt', 'goods', 'order', 'org', 'settlement', 'shift', 'stock', 'supply', 'wetstock'],
  statistics: ['access', 'card', 'forecourt', 'goods', 'ledger', 'order', 'org'],
  tag: ['goods', 'member', 'org', 'statistics'],
  activity: ['access', 'card', 'deal', 'forecourt', 'goods', 'member', 'message', 'notice', 'order', 'org', 'statistics', 'tag'],
  dryrun: ['activity', 'card', 'deal', 'forecourt', 'goods', 'member', 'monthend', 'order', 'org', 'reckoning', 'tag'],
  export: ['access'],
  home: ['access', 'shift'],
  live: ['access', 'forecourt', 'org'],
  history: ['access', 'card', 'file', 'forecourt', 'goods', 'ledger', 'member', 'order', 'org', 'stock', 'supply', 'wetstock'],
  demo: ['access', 'card', 'forecourt', 'fuel', 'goods', 'ledger', 'member', 'order', 'org', 'settlement', 'shift', 'wetstock'],
}

/**
 * A table is written by its owner alone. The demo and the import of a history set up whole companies at once, and write what stands there
 * before the first sale.
 */
module.exports.mayWrite = {
  demo: [
    'company',
    'station',
    'user_account',
    'user_role',
    'company_group',
    'company_group_member',
    'base_fuel',
    'product',
    'tank',
    'tank_gauge',
    'dispenser',
    'nozzle_control',
    'printer',
    'device',
    'fuel_code',
    'category',
    'item',
  ],
  history: ['company', 'station', 'product', 'base_fuel', 'category', 'item', 'user_account', 'card', 'tank'],
}
