import { expect, test } from 'vitest'

test('what is made for tests is read anew for each file, the product once for all of a worker', () => {
  expect(import.meta.resolve('./world.ts')).toMatch(/\/world\.ts\?file=\d+$/)
  expect(import.meta.resolve('../matrix/scene.ts')).toMatch(/\/scene\.ts\?file=\d+$/)
  expect(import.meta.resolve('../modules/index.ts')).toMatch(/\/index\.ts$/)
})
