import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawn } from '../../server/src/testing/sampling.ts'
import { appFixture, languages } from './app-fixture.ts'
import { everyLight } from './walk.ts'

const front = appFixture()
const parts = ['list', 'scriptForm', 'forms', 'feedback', 'details', 'print', 'charts', 'upload']

/** What everyone can use: `npm test` looks at three parts, `npm run check:long` at all. */
test.each(drawn('parts of the kit', parts, 3).flatMap(part => languages().map(language => [part, language] as const)))(
  'everyone can use the part %s of the kit in %s, light and dark, wide and narrow',
  async (part, language) => {
    const { enter, leave } = front()
    const page = await enter('admin', { language, mode: 'auto', height: 2400 }, `/gallery?part=${part}`)
    await page.locator('.gallery-state').first().waitFor()
    expect(await everyLight(page, language, '#content')).toEqual([])
    await leave(page)
  },
)

test('a chart is read by the arrow keys, opens a point by Enter, and says the same as its table', async () => {
  const { enter } = front()
  const page = await enter('admin', {}, '/gallery?part=charts')
  const figure = page.getByRole('figure', { name: '柱状图' })
  const drawing = figure.getByRole('application')
  await drawing.focus()
  await drawing.press('Home')
  await drawing.press('ArrowRight')
  await expect.poll(() => figure.locator('[aria-live]').innerText()).toContain('01:00')
  const said = await figure.locator('[aria-live]').innerText()
  await drawing.press('Enter')
  await page.locator('p', { hasText: /^01:00$/ }).waitFor()

  await figure.getByText('表格').click()
  const row = figure.getByRole('row', { name: /^01:00/ })
  const [own, before] = await row.getByRole('cell').allInnerTexts()
  expect(said).toContain(`今日 ${own}升`)
  expect(said).toContain(`上周同日 ${before}升`)
  await figure.getByRole('button', { name: '上周同日' }).click()
  await expect.poll(() => row.getByRole('cell').count()).toBe(1)
})

/** A picture of one colour, as a browser makes it. */
const picture = async (page: Page, width: number, height: number) =>
  Buffer.from(
    await page.evaluate(
      async ([w, h]) => {
        const canvas = new OffscreenCanvas(w!, h!)
        canvas.getContext('2d')!.fillRect(0, 0, w!, h!)
        const blob = await canvas.convertToBlob({ type: 'image/png' })
        return [...new Uint8Array(await blob.arrayBuffer())]
      },
      [width, height],
    ),
  )

/** Drops two pictures at once. */
async function dropTwo(page: Page, on: Locator) {
  const dataTransfer = await page.evaluateHandle(() => {
    const both = new DataTransfer()
    for (const name of ['a.png', 'b.png']) both.items.add(new File(['x'], name, { type: 'image/png' }))
    return both
  })
  await on.dispatchEvent('drop', { dataTransfer })
}

// @req UIX-050 UIX-051
test('a file is refused in words by its size and type, a picture is cut to its shape, sent, shown and taken away', async () => {
  const { enter } = front()
  const page = await enter('admin', {}, '/gallery?part=upload')
  const logo = page.getByRole('region', { name: '公司标志' })
  const file = logo.locator('input[type=file]')
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * 1_048_576 + 1) })
  await logo.getByRole('alert').getByText('文件不能超过 2 MB').waitFor()
  await file.setInputFiles({ name: 'logo.bmp', mimeType: 'image/bmp', buffer: Buffer.from('BM') })
  await logo.getByRole('alert').getByText('只能上传 PNG, JPG, GIF 格式的文件').waitFor()
  await dropTwo(page, logo.getByRole('button', { name: '点击选择' }))
  await logo.getByRole('alert').getByText('一次只能上传一个文件').waitFor()
  expect([await file.evaluate((input: HTMLInputElement) => input.multiple), await page.getByRole('dialog').count()]).toEqual([false, 0])
  await file.setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: Buffer.from('no picture at all') })
  // It was sent, for a moving picture is not cut: what is said comes from the server, and can be tried again.
  await logo.getByRole('alert').getByRole('button').waitFor()

  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture(page, 800, 600) })
  const dialog = page.getByRole('dialog', { name: '裁剪图片' })
  await dialog.getByRole('button', { name: '使用' }).click()
  const shown = logo.getByRole('img', { name: 'logo.png' })
  await shown.waitFor()
  const size = await shown.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  })
  expect(size).toEqual([800, 200])
  await logo.getByRole('button', { name: '移除' }).click()
  await shown.waitFor({ state: 'detached' })
})
