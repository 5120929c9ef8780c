import { wordsOf, type ErrorCode } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { accepted, exampleRows, refused } from '../../testing/search-examples.ts'
import { model } from '../../testing/search-model.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { searchWorld } from '../../testing/search-world.ts'
import { parseSearch } from './parse.ts'

const { list, totals } = await searchWorld(exampleRows)
const numbered = <T>(examples: readonly T[]) => examples.map((example, nth) => [nth + 1, example] as const)

// @req SEC-016
test.each(numbered(accepted))('example %i is accepted and finds its rows: %j', async (_, [of, search, ids]) => {
  parseSearch(search)
  const { content, totalElements } = await list(model[of], { search, size: 500 })
  expect(content.map(row => row.id).sort((one, other) => one - other)).toEqual(ids)
  expect(totalElements).toBe(ids.length)
  expect(await totals(model[of], { search })).toMatchObject({ count: ids.length })
})

// @req SEC-016
test.each(numbered(refused))('refusal %i says what is wrong and where: %j', async (_, [of, search, [code, position]]) => {
  const refusal = await refusalOf(() => list(model[of], { search }))
  expect(refusal).toMatchObject({ code, position })
  for (const language of ['zh', 'en'] as const) expect(wordsOf(code as ErrorCode, language, refusal)).not.toContain('—')
})

test('there are all 56 examples and all 37 refusals', () => {
  expect([accepted.length, refused.length]).toEqual([56, 37])
})
