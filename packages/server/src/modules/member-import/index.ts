import { memberImportRows, memberImports } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { apply, applyTask } from './apply.ts'
import { check, checkTask } from './check.ts'
import { forgetLines } from './forget.ts'

export const memberImport = {
  name: 'member-import',
  handlers: [check, ...crud(memberImports), apply, ...crud(memberImportRows)],
  tasks: [checkTask, applyTask],
  maintenance: [forgetLines],
} satisfies Module
