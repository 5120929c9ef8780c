import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeTarget } from './redirect.ts'

const origin = 'https://forecourt.example'

// @req ACC-037
test.each([
  ['/queryStatistics/transactions?page=2', '/queryStatistics/transactions?page=2'],
  ['/home', '/home'],
  ['/', '/'],
])('%s is followed', (wanted, target) => expect(safeTarget(wanted, origin)).toBe(target))

// @req ACC-037
test.each([
  undefined,
  null,
  '',
  'home',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/login',
  '/login?redirect=/login',
  '/redirect/home',
  '/x\\..\\evil',
  '/\u0000',
  'https:/evil.example',
])('%j leads home', wanted => expect(safeTarget(wanted, origin)).toBe('/'))

// @req ACC-037
test('whatever is wanted, it stays on our own origin', () => {
  const part = fc.constantFrom('/', '\\', '.', '..', 'evil.example', '@', ':', '?', '#', '%2f', 'https', '\t', ' ', 'home')
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 8 }).map(parts => parts.join('')),
      wanted => {
        expect(new URL(safeTarget(wanted, origin), origin).origin).toBe(origin)
      },
    ),
  )
})
