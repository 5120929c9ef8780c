import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { columnsOffered, fieldsOf, tableOf } from './shown.ts'
import { ask } from './visitor.ts'

/** Where a field of a form is typed. */
export const typed = (form: Locator, name: string) => form.locator(`[data-field=${name}]`).locator('input, textarea').first()

/** A picture that a browser can draw, 24 pixels wide. */
const drawing = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 24, height: 16 })
    return canvas.toDataURL('image/png').split(',')[1]!
  })
const isDrawn = async (place: Locator) => {
  await expect.poll(() => place.evaluate(img => (img as HTMLImageElement).naturalWidth)).toBe(24)
}

/** Fills in a field with what a person types, chooses by its words, or takes from a file. */
async function enterField(form: Locator, name: string, value: string) {
  const page = form.page()
  const field = form.locator(`[data-field=${name}]`)
  if (value === 'picture') {
    const buffer = Buffer.from(await drawing(page), 'base64')
    await field.locator('input[type=file]').setInputFiles({ name: 'dispenser.png', mimeType: 'image/png', buffer })
    await form.locator('img.k-upload-picture').waitFor()
  } else if ((await field.getByRole('combobox').count()) > 0) {
    await field.getByRole('combobox').click()
    await page.locator('.ant-select-item-option:visible', { hasText: value }).first().click()
  } else await typed(form, name).fill(value)
}

async function holdsField(form: Locator, name: string, value: string) {
  const field = form.locator(`[data-field=${name}]`)
  if (value === 'picture') await isDrawn(form.locator('img.k-upload-picture'))
  else if ((await field.getByRole('combobox').count()) > 0) await expect.poll(() => field.innerText()).toContain(value)
  else await expect.poll(() => typed(form, name).inputValue()).toBe(value)
}

interface Thing {
  readonly path: string
  readonly noun: string
  /** As they stand in its form, the necessary ones with a star. */
  readonly fields: readonly string[]
  readonly given: Readonly<Record<string, string>>
  /** Its cells in the list, by their heads; a pattern where the product fills them in. */
  readonly row: Readonly<Record<string, string | RegExp>>
  /** What the list offers besides. */
  readonly hidden: readonly string[]
  /** What is changed afterwards, and the head under which the list shows it. */
  readonly change: readonly [field: string, value: string, head: string]
  /** What a form does not take, and the words for it. */
  readonly wrong?: readonly [field: string, value: string, says: RegExp]
}

const protocolled = (path: string, noun: string, address: string): Thing => ({
  path,
  noun,
  fields: ['name*', 'address', 'protocol'],
  given: { name: `东侧${noun}`, address, protocol: '{"baud":4800}' },
  row: { 名称: `东侧${noun}`, 地址: address, 协议: 'baud: 4800', 创建时间: /^20\d\d-/ },
  hidden: [],
  change: ['address', 'COM19', '地址'],
})
export const things: readonly Thing[] = [
  {
    path: 'fuelMge',
    noun: '油品',
    fields: ['name*', 'code*', 'classification*', 'baseFuelId', 'color', 'taxRate*', 'description'],
    given: {
      name: '98# 乙醇',
      code: '98E',
      classification: '汽油',
      baseFuelId: '98#',
      color: '紫',
      taxRate: '9',
      description: '国六 B',
    },
    row: { 名称: '98# 乙醇', 编码: '98E', '挂牌价（元/升）': '—', 生效时间: '—', 下次调价: '—', 分类: '汽油', 税率: '9%' },
    hidden: ['基础油品', '说明'],
    change: ['taxRate', '99.99', '税率'],
    wrong: ['taxRate', '100', /小于 100/],
  },
  {
    path: 'tankMge',
    noun: '油罐',
    fields: ['number*', 'productId*', 'maxVolumeCl*', 'volumeCl', 'oilHeightMm', 'waterHeightMm', 'temperature', 'manifold', 'description'],
    given: {
      number: '77',
      productId: '95# 汽油',
      maxVolumeCl: '20,000.00',
      volumeCl: '12,345.67',
      oilHeightMm: '1204',
      waterHeightMm: '12',
      temperature: '16.5',
      manifold: '东',
      description: '东侧',
    },
    row: {
      罐号: '77',
      油品: '95# 汽油',
      '油量（升）': '12,345.67',
      '最大容积（升）': '20,000.00',
      '油高（毫米）': '1,204',
      '水高（毫米）': '12',
      '温度（℃）': '16.5',
      测量时间: /^20\d\d-/,
    },
    hidden: ['连通组', '说明'],
    change: ['waterHeightMm', '13', '水高（毫米）'],
  },
  {
    path: 'nozzleMge',
    noun: '油枪',
    fields: ['logicNo*', 'physicalNo*', 'dispenserId*', 'tankId*'],
    given: { logicNo: '77', physicalNo: '8', dispenserId: '2 号机', tankId: '1 号罐' },
    row: {
      逻辑枪号: '77',
      物理枪号: '8',
      加油机: '2 号机 Dispenser 2',
      油罐: '1 号罐',
      油品: /汽油$/,
      '挂牌价（元/升）': /^\d\.\d\d$/,
      状态: '—',
    },
    hidden: [],
    change: ['physicalNo', '7', '物理枪号'],
  },
  {
    path: 'deviceMge',
    noun: '加油机',
    fields: ['number*', 'name*', 'pictureId', 'protocol'],
    given: { number: '77', name: '东侧加油机', pictureId: 'picture', protocol: '{"baud":19200}' },
    row: { 机号: '77', 名称: '东侧加油机', 图片: '', 状态: '—', 协议配置: 'baud: 19200', 创建时间: /^20\d\d-/ },
    hidden: [],
    change: ['name', '西侧加油机', '名称'],
  },
  protocolled('deviceMge?tab=tankGauges', '液位仪', 'COM7'),
  protocolled('deviceMge?tab=printers', '打印机', 'COM8'),
]

/** These words, and nothing else. */
const exactly = (words: string) => new RegExp(`^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`)

/** On its page, a thing is entered with all that belongs to it, found in the list and in the form, changed, and taken away again. */
export async function entersAndLeaves(page: Page, { noun, fields, given, row, hidden, change, wrong }: Thing): Promise<void> {
  const pane = page.locator('#content .pane:visible')
  const label = await pane.getByRole('heading', { level: 1 }).innerText()
  const form = page.getByRole('dialog', { name: new RegExp(`^(新增|编辑)${noun}`) })
  const save = () => form.getByRole('button', { name: '保存' })
  const kept = async () => {
    await save().click()
    await form.waitFor({ state: 'detached' })
  }
  const known = Object.values(given)[0]!
  const line = pane.locator('tbody tr').filter({ has: page.getByText(known, { exact: true }) })
  const listed = async () => {
    const { heads, rows } = await tableOf(pane, label)
    return Object.fromEntries(heads.map((head, at) => [head, rows.find(cells => cells.includes(known))?.[at] ?? '']))
  }

  await pane.getByRole('button', { name: `新增${noun}` }).click()
  await save().waitFor()
  expect(await fieldsOf(form)).toEqual(fields)
  for (const [name, value] of Object.entries(given)) await enterField(form, name, value)
  if (wrong) {
    const [name, value, says] = wrong
    await enterField(form, name, value)
    await save().click()
    await form.locator(`[data-field=${name}]`).getByText(says).waitFor()
    await enterField(form, name, given[name]!)
  }
  await kept()
  await line.waitFor()
  const shown = await listed()
  expect(Object.keys(shown)).toEqual(Object.keys(row))
  for (const [head, cell] of Object.entries(row)) expect(shown[head], head).toMatch(typeof cell === 'string' ? exactly(cell) : cell)
  // A picture below the edge of the window is loaded when it comes into view.
  await line.scrollIntoViewIfNeeded()
  if (given['pictureId']) await isDrawn(line.getByRole('button', { name: /的图片$/ }).locator('img'))
  expect(await columnsOffered(page)).toEqual({ shown: Object.keys(row), hidden })

  await line.getByRole('button', { name: '编辑' }).click()
  await save().waitFor()
  for (const [name, value] of Object.entries(given)) await holdsField(form, name, value)
  const [changed, value, head] = change
  await enterField(form, changed, value)
  await kept()
  await expect.poll(async () => (await listed())[head]).toContain(value)
  await line.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '删除' }).click()
  await line.waitFor({ state: 'detached' })
}

/** A price may begin later, never earlier. */
export async function beginsLater(page: Page) {
  const dialog = page.getByRole('dialog')
  const asked = async () => (await ask<{ content: Priced[] }>(page, '/products?search=code:92')).content[0]!
  const { priceCents } = await asked()
  const other = page.getByRole('row', { name: /92# 汽油/ })
  await other.getByRole('button', { name: '设置价格' }).click()
  const price = dialog.getByLabel(/每升价格/)
  const send = dialog.getByRole('button', { name: '设置价格' })
  const begins = dialog.locator('[data-field=fromAt] input')
  const begin = async (minutes: number) => {
    await begins.fill(inShanghai(minutes))
    await begins.press('Enter')
  }
  await begin(-5)
  const late = dialog.locator('[data-field=fromAt]').getByText('调价时间必须晚于当前时间')
  await late.waitFor()
  await price.fill(String((priceCents + 2) / 100))
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true')
  await price.fill('')
  await begin(5)
  await late.waitFor({ state: 'detached' })
  await price.fill(String((priceCents + 2) / 100))
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe(null)
  await send.click()
  await dialog.waitFor({ state: 'detached' })
  expect(await asked()).toMatchObject({ priceCents, nextPriceCents: priceCents + 2 })
  await other.getByText(`${((priceCents + 2) / 100).toFixed(2)} · `).waitFor()
}
type Priced = Record<'priceCents' | 'nextPriceCents', number>
/** So many minutes from now, as the station's clock says it. */
const inShanghai = (minutes: number) => new Date(Date.now() + (8 * 60 + minutes) * 60_000).toISOString().slice(0, 19).replace('T', ' ')

/** Each figure of a tank stands with its unit, drawn and listed: litres and millimetres. */
export async function saysTanks(page: Page) {
  const tanks = page.getByRole('article')
  const { content } = await ask<{
    content: Record<'volumeCl' | 'maxVolumeCl' | 'oilHeightMm' | 'waterHeightMm' | 'temperature', number>[]
  }>(page, '/tanks?sort=number')
  const [first] = content
  const whole = (amount: number) => Math.floor(amount).toLocaleString('en-US')
  const said = (await tanks.first().innerText()).replaceAll(/\s+/g, ' ')
  expect(said).toContain(`${whole(first!.volumeCl / 100)} L`)
  expect(said).toContain(`Ullage ${whole((first!.maxVolumeCl - first!.volumeCl) / 100)} L`)
  expect(said).toContain(`Fuel height ${whole(first!.oilHeightMm)} mm`)
  expect(said).toContain(`Water height ${whole(first!.waterHeightMm)} mm`)
  expect(said).toContain(`Temperature ${first!.temperature.toFixed(1)}`)
  const { heads, rows } = await tableOf(page, 'Tanks')
  expect(heads).toEqual([
    'No.',
    'Fuel',
    'Volume (L)',
    'Capacity (L)',
    'Fuel height (mm)',
    'Water height (mm)',
    'Temperature (°C)',
    'Measured',
  ])
  const litres = (cl: number) => (cl / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  expect(rows.map(cells => cells.slice(2, 7))).toEqual(
    content.map(tank => [
      litres(tank.volumeCl),
      litres(tank.maxVolumeCl),
      whole(tank.oilHeightMm),
      whole(tank.waterHeightMm),
      tank.temperature.toFixed(1),
    ]),
  )
}
