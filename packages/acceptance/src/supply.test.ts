import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    contracts: '采购合同',
    addContract: '新增采购合同',
    saved: '保存成功',
    edit: '编辑',
    delete: '删除',
    deleted: '删除成功',
    import: '导入',
    refused: '有 1 行被拒绝，请修改文件后重新选择',
    unknown: '系统中没有',
    importTwo: '导入 2 份合同',
    imported: '已导入 2 份合同',
    again: '文件中的合同均已存在，无需导入',
    depots: '油库管理',
    addDepot: '新增油库',
    added: '新增成功',
    province: '省',
    city: '市',
    area: '区县',
    transfer: '调拨',
    most: /最多可调拨 [\d,.]+ 吨/,
    transferred: '已调拨',
    takeBack: '撤回',
    tookBack: '已撤回调拨',
    out: '调出',
    suppliers: '供应商管理',
    trucks: '油罐车',
    addTruck: '新增油罐车',
    plateDoubt: '车牌不符合 GA 36 的格式',
    end: '停用',
  },
  en: {
    contracts: 'Purchase contracts',
    addContract: 'Add purchase contract',
    saved: 'Saved',
    edit: 'Edit',
    delete: 'Delete',
    deleted: 'Deleted',
    import: 'Import',
    refused: 'Lines refused: 1. Correct the file and choose it again',
    unknown: 'Not known here',
    importTwo: 'Import contracts (2)',
    imported: 'Contracts imported: 2',
    again: 'All contracts of the file are there already: nothing to import',
    depots: 'Depots',
    addDepot: 'Add depot',
    added: 'Added',
    province: 'Province',
    city: 'City',
    area: 'Area',
    transfer: 'Transfer',
    most: /At most [\d,.]+ t can be moved/,
    transferred: 'Transferred',
    takeBack: 'Take back',
    tookBack: 'The transfer is taken back',
    out: 'Transfer out',
    suppliers: 'Suppliers',
    trucks: 'Trucks',
    addTruck: 'Add truck',
    plateDoubt: 'This plate does not have the form of GA 36',
    end: 'End',
  },
}
const harbour = '临港油库 Lingang depot'
const seller = '华东石化销售 East China Petrochemical'

const pane = (page: Page) => page.locator('#content .pane:visible')
const field = (within: Locator, name: string) => within.locator(`[data-field=${name}]`)
const fill = (within: Locator, name: string, value: string) => field(within, name).locator('input, textarea').first().fill(value)
async function pick(within: Locator, name: string, option: string): Promise<void> {
  await field(within, name).getByRole('combobox').first().press('ArrowDown')
  await within.page().locator('.ant-select-item-option:visible', { hasText: option }).first().click()
}
const serious = async (page: Page) =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.filter(
    ({ impact }) => impact === 'serious' || impact === 'critical',
  )
const fuelName = async (page: Page) => (await ask<{ content: { name: string }[] }>(page, '/baseFuels?size=1')).content[0]!.name

// @req SUP-003 SUP-026 SUP-027 SUP-028
test.each(languages())('fuel is bought: reckoned while one types, saved, changed and deleted (%s)', async language => {
  const say = words[language]
  const page = await front().enter('company_user', { language }, '/oilCompanyOperate/depotStockMge')
  await expectPage(page, say.contracts)
  expect(await serious(page)).toEqual([])
  const fuel = await fuelName(page)
  await pane(page).getByRole('button', { name: say.addContract }).press('Enter')
  await settled(page)
  const form = pane(page).locator('.supply-form')
  const number = `HT-${language}-${Date.now() % 100_000}`
  await fill(form, 'number', number)
  await pick(form, 'depotId', harbour)
  await pick(form, 'baseFuelId', fuel)
  await pick(form, 'supplierId', seller)
  await fill(form, 'density', '838')
  await fill(form, 'priceCentsPerT', '7845.50')
  await fill(form, 'taxRate', '13')
  await fill(form, 'weightKg', '31.58')
  await expect.poll(() => form.locator('.supply-amounts').innerText()).toMatch(/247,760\.89[\s\S]*219,257\.42/)
  expect(await serious(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expectToast(page, say.saved)
  await settled(page)
  await pane(page).getByRole('cell', { name: number }).first().waitFor()
  await pane(page).getByText('247,760.89').first().waitFor()

  const row = pane(page)
    .getByRole('row', { name: new RegExp(number) })
    .first()
  await row.getByRole('button', { name: say.edit, exact: true }).press('Enter')
  await settled(page)
  await fill(form, 'weightKg', '1.000')
  await page.keyboard.press('Control+Enter')
  // The words of the first save may still be read: what is there now is asked.
  const weights = async () =>
    (await ask<{ content: { weightKg: number }[] }>(page, `/purchaseContracts?search=number:${number}`)).content.map(each => each.weightKg)
  await expect.poll(weights).toEqual([1000])
  await expectPage(page, say.contracts)
  await settled(page)
  await row.getByRole('button', { name: say.delete, exact: true }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: say.delete }).click()
  await expectToast(page, say.deleted)
})

// @req SUP-012
test.each(languages())('a file of contracts says which line is wrong, comes in whole, and once (%s)', async language => {
  const say = words[language]
  const page = await front().enter('company_user', { language }, '/oilCompanyOperate/depotStockMge')
  const fuel = await fuelName(page)
  // In the month that is open: of the demo those before it are settled.
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const line = (turn: number, depot = harbour) => `${day},IM-${language}-${turn},${depot},${fuel},${seller},838,7000,13,10.5,`
  await pane(page).getByRole('button', { name: say.import, exact: true }).press('Enter')
  const drawer = page.getByRole('dialog')
  const put = (...lines: string[]) =>
    drawer.locator('input[type=file]').setInputFiles({ name: 'contracts.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await put(line(1), line(2, 'Nowhere'))
  await drawer.getByText(say.refused).waitFor()
  await drawer.getByText(say.unknown).waitFor()
  expect(await serious(page)).toEqual([])
  await put(line(1), line(2))
  await drawer.getByRole('button', { name: say.importTwo }).click()
  await expectToast(page, say.imported)
  await settled(page)
  await pane(page).getByRole('button', { name: say.import, exact: true }).press('Enter')
  await put(line(1), line(2))
  await drawer.getByText(say.again).waitFor()
})

// @req SUP-007 SUP-008 SUP-018 SUP-022 SUP-023
test.each(languages())(
  'a depot is entered with its place, and fuel goes there, at most what the other depot holds (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('company_user', { language }, '/oilCompanyOperate/depotMge')
    await expectPage(page, say.depots)
    expect(await serious(page)).toEqual([])
    const fuel = await fuelName(page)
    await pane(page).getByRole('button', { name: say.addDepot }).press('Enter')
    const form = page.getByRole('dialog')
    const name = `North-${language}`
    await fill(form, 'name', name)
    await pick(form, 'baseFuels', fuel)
    await page.keyboard.press('Escape')
    const choose = async (label: string, option: string) => {
      await form.getByRole('combobox', { name: label, exact: true }).press('ArrowDown')
      await page.locator('.ant-select-item-option:visible', { hasText: option }).first().click()
    }
    await choose(say.province, '北京市')
    await choose(say.city, '北京市')
    await choose(say.area, '东城区')
    await page.keyboard.press('Control+Enter')
    await expectToast(page, say.added)
    await settled(page)
    expect((await ask<{ content: object[] }>(page, `/depots?search=name:${name}`)).content).toMatchObject([
      { province: '北京市', area: '东城区', divisionCode: '110101' },
    ])

    await pane(page).getByRole('cell', { name: harbour }).first().click()
    await settled(page)
    await expectPage(page, harbour)
    expect(await serious(page)).toEqual([])
    await pane(page).getByRole('button', { name: say.transfer, exact: true }).press('Enter')
    const move = page.getByRole('dialog')
    await pick(move, 'baseFuelId', fuel)
    await pick(move, 'toDepotId', name)
    await fill(move, 'weightKg', '999999')
    await move.getByText(say.most).first().waitFor()
    await fill(move, 'weightKg', '1.5')
    expect(await serious(page)).toEqual([])
    await move.locator('button[type=submit]:not([aria-disabled])').click()
    await expectToast(page, say.transferred)
    await settled(page)
    await pane(page).getByRole('cell', { name: say.out, exact: true }).first().waitFor()
    const there = await ask<{ content: { weightKg: number }[] }>(page, `/depotTransfers?search=depot.name:${name}`)
    expect(there.content).toMatchObject([{ weightKg: 1500 }])

    // It went to the wrong depot: it is taken back, and nothing of it can be taken back again.
    const moved = pane(page).getByRole('row').filter({ hasText: name })
    await moved.getByRole('button', { name: say.takeBack, exact: true }).press('Enter')
    const back = page.getByRole('dialog')
    await fill(back, 'reason', 'Wrong depot')
    expect(await serious(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await expectToast(page, say.tookBack)
    await settled(page)
    await expect.poll(() => moved.count()).toBe(2)
    expect(await moved.getByRole('button', { name: say.takeBack, exact: true }).count()).toBe(0)
  },
)

// @req SUP-002 SUP-025
test.each(languages())('a carrier has trucks; an odd plate warns and passes; a supplier is ended (%s)', async language => {
  const say = words[language]
  const page = await front().enter('company_user', { language }, '/oilCompanyOperate/supplierMge')
  await expectPage(page, say.suppliers)
  expect(await serious(page)).toEqual([])
  await pane(page).getByRole('tab', { name: say.trucks }).click()
  await settled(page)
  await pane(page).getByRole('button', { name: say.addTruck }).press('Enter')
  const form = page.getByRole('dialog')
  await pick(form, 'carrierId', '安达运输')
  await fill(form, 'plate', `ODD-${language}`)
  await fill(form, 'compartments', '8000')
  await form.getByText(say.plateDoubt).first().waitFor()
  expect(await serious(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expectToast(page, say.added)
  await settled(page)
  const row = pane(page)
    .getByRole('row', { name: new RegExp(`ODD-${language}`) })
    .first()
  await row.getByRole('button', { name: say.end, exact: true }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: say.end }).click()
  await expectToast(page, say.saved)
})
