import { expect, test } from 'vitest'
import { near } from './test-near.ts'

const graph = new Map<string, string[]>([
  [
    'packages/server/src/modules/card/pay.ts',
    ['packages/server/src/modules/card/index.ts', 'packages/server/src/modules/card/pay.test.ts'],
  ],
  ['packages/server/src/modules/card/index.ts', ['packages/server/src/operation.test.ts']],
  ['packages/server/src/modules/card/pay.test.ts', []],
  ['packages/server/src/modules/card/card.test.ts', []],
  ['packages/server/src/operation.test.ts', []],
  ['packages/web/src/kit/money.tsx', ['packages/web/src/features/card/card-page.tsx', 'packages/web/src/kit/money.test.ts']],
  ['packages/web/src/features/card/card-page.tsx', ['packages/web/src/app/pages.tsx']],
  ['packages/web/src/app/pages.tsx', ['packages/web/src/app/menu.test.ts']],
  ['packages/web/src/app/menu.test.ts', []],
  ['packages/web/src/kit/money.test.ts', []],
])

test('near to a file are the tests of its folder and those that reach it, though not through a list of everything', () => {
  expect(near(['packages/server/src/modules/card/pay.ts'], graph)).toEqual({
    tests: ['packages/server/src/modules/card/pay.test.ts', 'packages/server/src/modules/card/card.test.ts'],
    pages: ['packages/web/src/features/card/card-page.tsx'],
  })
})

test('near to a part of a page is the page, whose stories open it', () => {
  expect(near(['packages/web/src/kit/money.tsx'], graph)).toEqual({
    tests: ['packages/web/src/kit/money.test.ts'],
    pages: ['packages/web/src/features/card/card-page.tsx'],
  })
})

test('near to a module are the pages of the feature with the same name', () => {
  const { pages } = near(['packages/server/src/modules/card/freeze.ts'], graph)
  expect(pages).toEqual(['packages/web/src/features/card/card-page.tsx'])
  expect(near(['packages/contract/src/fuel/fuel-code.ts'], graph).pages).toEqual([])
})

test('near to a text that no code imports is nothing', () => {
  expect(near(['README.md'], graph)).toEqual({ tests: [], pages: [] })
})
