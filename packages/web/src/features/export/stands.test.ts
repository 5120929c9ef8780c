import type { ExportTold } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { isNews } from './stands.ts'

const told = (status: ExportTold['status'], id = 1): ExportTold => ({ method: 'export.stands', id, status, rows: 5, rowsTotal: 10 })

test.each([
  ['has come further', 'running', [{ id: 1, status: 'running' as const }], {}, false],
  ['is done', 'done', [{ id: 1, status: 'running' as const }], {}, true],
  ['is shown as done already', 'done', [{ id: 1, status: 'done' as const }], {}, false],
  ['is not in the list, for the first time', 'running', [], {}, true],
  ['is not in the list, and was running before', 'running', [], { 1: told('running') }, false],
  ['is not in the list, and is done now', 'done', [], { 1: told('running') }, true],
  ['was deleted and is still shown', 'deleted', [{ id: 1, status: 'done' as const }], {}, true],
  ['was deleted and is not shown', 'deleted', [], {}, false],
] as const)('an export that %s', (_, status, rows, before, read) => {
  expect(isNews(rows, before, told(status))).toBe(read)
})
