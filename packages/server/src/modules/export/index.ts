import type { Module } from '../../platform/module.ts'
import { ask } from './ask.ts'
import { ofOwner } from './lists.ts'
import { file, get, list, remove, sweepExports } from './fetch.ts'
import { writeExport } from './write.ts'

export const exporting = {
  name: 'export',
  handlers: [list, get, remove, ask, file],
  tasks: [writeExport],
  maintenance: [sweepExports],
  exportColumns: { exports: ofOwner },
} satisfies Module
