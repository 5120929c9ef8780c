import { memberImportRows, memberImports } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { forgetLines } from '../../platform/sheet/import-lines.ts'
import { apply, applyTask, imported } from './apply.ts'
import { check, checkTask } from './check.ts'

export const memberImport = {
  name: 'member-import',
  handlers: [check, ...crud(memberImports), apply, ...crud(memberImportRows)],
  tasks: [checkTask, applyTask],
  maintenance: [(tx, now) => forgetLines(tx, imported, now)],
} satisfies Module
