import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'
import { testsByRow } from './named-tests.ts'
import { scoreOf, wordsOf } from './relevance.ts'

/** Each change as the text that would stand there. */
function brokenVersions(source: string): string[] {
  return changesOf('a.tsx', source).map(({ start, end, text }) => {
    return source.slice(0, start) + text + source.slice(end)
  })
}

test.each([
  ['if (a) b()', ['if (!(a)) b()', 'if (a) ;']],
  ['const f = (n: number) => n < 3', ['const f = (n: number) => n <= 3', 'const f = (n: number) => n < 4']],
  ['const all = [one, two]', ['const all = [ two]', 'const all = [one, ]']],
  ['const o = { summary: a, open: true }', ['const o = { summary: a,  }', 'const o = { summary: a, open: false }']],
  ['const p = <p>{x}<b /></p>', ['const p = <p>{null}<b /></p>', 'const p = <p>{x}</p>']],
  ['type T = 1 | 2; let a: 3', []],
  ["import a from 'b'; export { a }", []],
])('%s is broken in each of its places, and types are left alone', (source, broken) => {
  expect(brokenVersions(source).toSorted()).toEqual(broken.toSorted())
})

test('the tests of a row are found by the comment above them', () => {
  expect(
    testsByRow()
      .get('SAL-008')
      ?.map(({ path }) => path),
  ).toContain('packages/server/src/modules/order/manual.test.ts')
})

test('code that shares rare words with a test has more to do with it than long code that shares common ones', () => {
  const query = new Map([...wordsOf('rating of a paid order')].map(word => [word, 1]))
  const weight = (word: string) => (word === 'rating' ? 5 : 1)
  const near = scoreOf(wordsOf('if (rating > 5) refuse()'), query, weight)
  const far = scoreOf(wordsOf('order paid order customer station device number nozzle'), query, weight)
  expect(near).toBeGreaterThan(far)
})
