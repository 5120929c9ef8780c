import { expect, test } from 'vitest'
import { inertType } from './inert.ts'

// A blob has this page's origin: opened as a page, what can run a script would run it with all that its user may.
test.each([
  ['image/png', 'image/png'],
  ['text/csv; charset=utf-8', 'text/csv'],
  ['application/pdf', 'application/pdf'],
  [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  ['image/svg+xml', 'application/octet-stream'],
  ['text/html', 'application/octet-stream'],
  ['TEXT/HTML; charset=utf-8', 'application/octet-stream'],
  ['application/xhtml+xml', 'application/octet-stream'],
  ['application/xml', 'application/octet-stream'],
  [null, 'application/octet-stream'],
])('what travels as %j is a file of the type %s', (given, type) => expect(inertType(given)).toBe(type))
