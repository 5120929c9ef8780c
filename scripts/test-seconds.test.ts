import { expect, test } from 'vitest'
import { renewed } from './test-seconds.ts'

test('what was measured anew replaces what the table said; what is gone goes, what was not measured stays', () => {
  const table = { 'a.test.ts': 10, 'b.test.ts': 20, 'gone.test.ts': 30 }
  const found = { 'b.test.ts': 25.4, 'new.test.ts': 0.2, 'other.test.ts': 3 }
  expect(renewed(table, found, ['new.test.ts', 'b.test.ts', 'a.test.ts', 'unknown.test.ts'])).toEqual({
    'a.test.ts': 10,
    'b.test.ts': 25,
    'new.test.ts': 1,
  })
})
