import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { benchPages } from './bench-pages.ts'
import { appFixture } from './app-fixture.ts'
import { ofHome, Rounds, share, switches, tables } from './web-rounds.ts'
import { load, noteLoading } from './web-speed.ts'

const front = appFixture({ prepared: true, measures: true })
let bench: Awaited<ReturnType<typeof benchPages>>
beforeAll(async () => {
  bench = await benchPages(['tables'])
}, 240_000)
afterAll(() => bench?.stop())

/** Medians of three, so that a machine that has other things to do does not decide; ratios, so that how fast it is does not. */
const rounds = 3

async function measured(page: Page): Promise<Rounds> {
  const other = await front().visit()
  await Promise.all([noteLoading(page), noteLoading(other)])
  const found = new Rounds()
  for (let round = 0; round < rounds; round++) {
    // How long home takes by the clock on the wall is for a quiet machine to say: npm run bench:web.
    ofHome(found, await load(page, `${front().url}/home`))
    await tables(found, other, bench.url)
    await switches(found, page)
  }
  return found
}

test('beside pages of the same library in the same minutes: lists and open pages answer as fast as they should, and home stands still', {
  timeout: 300_000,
}, async () => {
  const { measures } = await measured(await front().enter('admin'))
  const { rows, all, back, shifted, requests } = measures
  const missed = [rows, all, back, shifted, requests].filter(measure => share(measure) > measure.most)
  expect(missed.map(measure => ({ ...measure, ratio: share(measure) }))).toEqual([])
})
