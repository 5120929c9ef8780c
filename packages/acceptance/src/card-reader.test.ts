import { readerCalls } from '@forecourt/contract'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appFixture } from './app-fixture.ts'

const app = appFixture()

// @req CRD-055
// @req CRD-067
test('the demo has a card reader, and its pages reach it under their own policy', async () => {
  const { demo, dataDir, enter } = app()
  const page = await enter('admin')
  const at = await page.evaluate(() => window.forecourt?.deviceService)
  expect(at).toMatch(/^http:\/\/localhost:[1-9]\d*$/)
  expect(demo.deviceService).toBe(at)
  const status = await page.evaluate(async address => (await fetch(address)).json(), at + readerCalls.dogStatus.path)
  expect(status).toMatchObject({ resultCode: 0, data: { dongle: 'absent', reader: 'virtual' } })
  expect(existsSync(join(dataDir, 'reader'))).toBe(true)
})
