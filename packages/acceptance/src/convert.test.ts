import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture } from './app-fixture.ts'

const front = appFixture()
const path = '/stationMge/vestibuleMge/tankMge'

test('a station master converts a load, opens how the litres were reached, and prints the certificate', async () => {
  const page = await front().enter('station_master', {}, path)
  await page.getByRole('button', { name: '换算', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '换算', exact: true })
  await dialog.getByText('密度未知，不作换算').first().waitFor()
  await dialog.getByLabel('观测体积（升）').fill('30000')
  await dialog.getByLabel('密度（kg/m³）', { exact: true }).fill('742')
  await dialog.getByText('未测温度，不作换算').first().waitFor()
  await dialog.getByLabel('油温（℃）', { exact: true }).fill('27.7')
  await dialog.getByRole('button', { name: '22,017 kg' }).waitFor()
  expect(await a11yIssues(page)).toEqual([])

  await dialog.getByRole('button', { name: '29,717.10 升' }).click()
  const certificate = page.getByRole('dialog', { name: '换算凭证' })
  const row = (name: string | RegExp) => certificate.getByRole('row', { name })
  await row('已知 观测体积 Vt 30,000.00 升').waitFor()
  await row('已知 标准密度 ρ20 742.0 kg/m³').waitFor()
  await row('中间值 15 ℃ 密度 ρ15 746.522 kg/m³').waitFor()
  await row('中间值 体积修正系数 VCF20 0.99057').waitFor()
  await row('结果 标准体积 V20 29,717.10 升').waitFor()
  expect(await certificate.innerText()).toMatch(/GB\/T 1885-1998[^]*换算表\s*60B[^]*按公式[^]*20\.0 ℃/)
  expect(await a11yIssues(page)).toEqual([])

  await page.evaluate(() => {
    window.print = () => undefined
  })
  await certificate.getByRole('button', { name: /打\s*印/ }).click()
  const paper = page.locator('.k-print-list')
  await paper.waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => paper.innerText()).toMatch(/标准体积 V20[^]*29,717\.10 升[^]*计量员/)
  expect(await certificate.isVisible()).toBe(false)
  await page.evaluate(() => void dispatchEvent(new Event('afterprint')))
  await paper.waitFor({ state: 'detached' })
  await page.emulateMedia({ media: 'screen' })
})

test('on a phone, in English and by night, an observed density is converted too, and what is too light is not', async () => {
  const page = await front().enter('station_master', { language: 'en', mode: 'dark', width: 390 }, path)
  await page.getByRole('button', { name: 'Convert', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Convert', exact: true })
  await dialog.getByText('Observed density', { exact: true }).click()
  await dialog.getByLabel('Observed volume (L)').fill('30000')
  await dialog.getByLabel('Fuel temperature (°C)').fill('27.7')
  await dialog.getByLabel('Density (kg/m³)').fill('722')
  await dialog.getByLabel('Temperature of the sample (°C)').fill('27.5')
  await dialog.getByRole('button', { name: '728.8 kg/m³' }).waitFor()
  await dialog.getByText('Reference 15 °C').click()
  await dialog.getByRole('term').filter({ hasText: 'Standard density ρ15' }).waitFor()
  await dialog.getByRole('button', { name: '728.8 kg/m³' }).waitFor({ state: 'detached' })
  expect(await a11yIssues(page)).toEqual([])
  await dialog.getByLabel('Density (kg/m³)').fill('640')
  await dialog.getByText('Not converted: the standard covers densities of 653 to 1075 kg/m³').first().waitFor()

  await dialog.getByLabel('Density (kg/m³)').fill('722')
  const litres = dialog.getByRole('button', { name: / L$/ })
  await litres.click()
  const certificate = page.getByRole('dialog', { name: 'Conversion certificate' })
  await certificate.getByRole('row', { name: /^Intermediate Density corrected for glass ρ′/ }).waitFor()
  expect(await a11yIssues(page)).toEqual([])
})
