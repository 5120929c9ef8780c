import { AxeBuilder } from '@axe-core/playwright'
import mqtt from 'mqtt'
import { expect, test } from 'vitest'
import { appFixture, expectPage, tell } from './app-fixture.ts'
import { ask } from './visitor.ts'

const front = appFixture()
const path = '/stationMge/vestibuleMge/deviceMge'
type Place = { port: number; username: string; path: string }
type Nozzles = { content: { logicNo: number }[] }

// @req ACC-003
test('litres and money run on the nozzle that a dispenser tells of, over a channel that stands as connected', async () => {
  const page = await front().enter('station_master', { language: 'en' }, path)
  await expectPage(page, 'Forecourt devices')
  await expect.poll(() => page.locator('.live-mark').getAttribute('data-state')).toBe('connected')
  const station = page.getByRole('region', { name: 'Station now' })
  await station.getByRole('article', { name: /^Tank 1/ }).waitFor()
  const { id, devices } = front().demo.companies[0]!.stations[0]!
  const device = devices.find(({ credential }) => credential !== null)!
  const { port, username, path: at } = await tell<Place>(page, 'POST', '/live/tickets', { stationId: id })
  const { logicNo } = (await ask<Nozzles>(page, `/nozzleControls?size=1&search=station.id:${id}`)).content[0]!

  const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}${at}`, { username, password: device.credential! })
  const say = (told: object) => client.publishAsync(`devices/${device.id}/status`, JSON.stringify(told), { qos: 1 })
  try {
    await say({ nozzles: [{ logicNo, state: 'busy' }] })
    const fuelling = (volumeCl: number, amountCents: number) => say({ fuelling: [{ logicNo, volumeCl, amountCents }] })
    await expect
      .poll(async () => {
        await fuelling(1234, 9876)
        return station.innerText()
      })
      .toMatch(/12\.34 L · .*98\.76/)
    await fuelling(1357, 10860)
    await expect.poll(() => station.innerText()).toMatch(/13\.57 L · .*108\.60/)
    await say({ nozzles: [{ logicNo, state: 'idle' }] })
    await expect.poll(() => station.locator('.fc-running', { hasText: '13.57' }).count()).toBe(0)
  } finally {
    await client.endAsync()
  }
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
})

// @req ACC-040
test('another station: the channel is let go at once, and asked for again two seconds later, for the new station', async () => {
  const page = await front().enter('admin', {}, '/stationMge/staffMge')
  const mark = page.locator('.live-mark')
  await expect.poll(() => mark.getAttribute('data-state')).toBe('connected')
  const there = front().demo.companies[0]!.stations[1]!
  const ticket = page.waitForRequest(request => request.method() === 'POST' && request.url().endsWith('/live/tickets'))
  await page.locator('.station-button').click()
  const dialog = page.getByRole('dialog', { name: '选择油站' })
  await dialog.getByRole('button', { name: there.name }).click()
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  const goOn = page.locator('.ant-modal-confirm').getByRole('button', { name: /继\s*续/ })
  await goOn.waitFor()
  const pressed = Date.now()
  await goOn.click()
  await expect.poll(() => mark.getAttribute('data-state')).toBe('disconnected')
  const asked = await ticket
  expect(Date.now() - pressed).toBeGreaterThanOrEqual(2000)
  expect(asked.postDataJSON()).toMatchObject({ stationId: there.id })
  await expect.poll(() => mark.getAttribute('data-state')).toBe('connected')
})
