import { expect, test } from 'vitest'
import { strangeTables } from './table-owners.ts'

test.each([
  ['its own tables', 'order', "tx.selectFrom('saleOrder')", []],
  ['tables of a module that it may use', 'order', 'sql`select from user_card join sale_order on true`', []],
  ['the platform’s tables', 'shift', "tx.insertInto('outboxEvent')", []],
  ['a table above it, in SQL', 'shift', 'sql`select from class_settle`', ['reads class_settle, which belongs to settlement']],
  ['a table above it, by the builder', 'member', "tx.selectFrom('userCard as card')", ['reads user_card, which belongs to card']],
  [
    'a table above it, as the transaction sees it',
    'shift',
    "sql`select from ${scoped(tx, 'class_settle')} x`",
    ['reads class_settle, which belongs to settlement'],
  ],
  ['a join with one', 'org', "tx.selectFrom('company').leftJoin('ledgerEntry', 'a', 'b')", ['reads ledger_entry, which belongs to ledger']],
  ['a function of one', 'goods', 'sql`select price_at(1, 2, now())`', ['reads price_at, which belongs to forecourt']],
  ['a write to a table that it may read', 'order', "tx.updateTable('userCard')", ['writes user_card, which belongs to card']],
  ['a write in SQL', 'card', 'sql`update user_account set name = 1`', ['writes user_account, which belongs to access']],
  ['what the demo sets up', 'demo', "tx.insertInto('station')", []],
] as const)('%s', (_, module, source, wrong) => {
  expect(strangeTables(module, `await ${source}`)).toEqual(wrong)
})
