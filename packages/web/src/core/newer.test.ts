import { expect, test } from 'vitest'
import { entryOf } from './newer.ts'

test.each([
  ['<script type="module" crossorigin src="/assets/index-a1.js"></script>', '/assets/index-a1.js'],
  ['<script src="/assets/index-b2.js" type="module"></script>', '/assets/index-b2.js'],
  ['<script src="/plain.js"></script><script type="module" src="/assets/c.js"></script>', '/assets/c.js'],
  ['{"code":"notFound"}', undefined],
  ['', undefined],
])('%s begins with %s', (html, entry) => expect(entryOf(html)).toBe(entry))
