import type { Module } from '../../platform/module.ts'
import { tagsOfDemo } from './demo.ts'
import { memberColumns } from './export-columns.ts'
import { memberHoldings } from './member-holdings.ts'
import { askForRules, refreshTag } from './refresh.ts'
import { tagHandlers, tagsOfMember } from './tag.ts'

/** Tags of members: by hand, and by rule. */
export const tag = {
  name: 'tag',
  handlers: tagHandlers,
  tasks: [refreshTag],
  maintenance: [askForRules],
  exportColumns: { members: () => ({ columns: memberColumns }) },
  memberHoldings,
  tagsOfMember,
  demo: tagsOfDemo,
} satisfies Module
