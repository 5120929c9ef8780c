import { itemImportRows, itemImports } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { forgetLines } from '../../platform/sheet/import-lines.ts'
import { apply, applyTask, imported } from './apply.ts'
import { check, checkTask } from './check.ts'
import { columns } from './columns.ts'
import { goodsImportsOfDemo } from './demo.ts'

/** Goods from a file: checked, then brought in. */
export const goodsImport = {
  name: 'goods-import',
  handlers: [columns, check, ...crud(itemImports), apply, ...crud(itemImportRows)],
  tasks: [checkTask, applyTask],
  maintenance: [(tx, now) => forgetLines(tx, imported, now)],
  demo: goodsImportsOfDemo,
} satisfies Module
