import { historyPartNames, historyParts, historyTitles, type HistoryPart } from '@forecourt/contract'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectToast, appFixture, languages } from './app-fixture.ts'

const front = appFixture()
const words = {
  zh: {
    new: '导入历史数据',
    template: '下载模板（CSV）',
    name: '油站.csv',
    check: '检查文件',
    begun: '已开始检查',
    problems: '有问题',
    refused: '没有导入任何数据',
    sales: '销售',
    notDate: '不是有效日期',
    expand: '展开',
  },
  en: {
    new: 'Import history',
    template: 'Download template (CSV)',
    name: 'Stations.csv',
    check: 'Check files',
    begun: 'Check started',
    problems: 'Problems found',
    refused: 'Nothing was imported',
    sales: 'Sales',
    notDate: 'not a date',
    expand: 'Expand',
  },
} as const
const rows: Record<HistoryPart, string> = {
  stations: '1,滨江老站,CHN',
  products: '2,0# 柴油',
  customers: '7,老王,',
  sales: '1,2012-13-40,10:03:00,7,550134,1,2,18,430.72',
}

/** Drops a file on the area of a part, as from a folder of the desktop. */
async function drop(page: Page, part: HistoryPart, text: string) {
  const files = await page.evaluateHandle(
    ([name, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], name, { type: 'text/csv' }))
      return transfer
    },
    [`${part}.csv`, text] as const,
  )
  await page.locator(`[data-part=${part}] .k-upload-drop`).dispatchEvent('drop', { dataTransfer: files })
}

test.each(languages())(
  'a template is filled in and dropped, needs no more questions, and each row that is refused says why (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('admin', { language }, '/maintenance/historyImport')
    await page.locator('#content .pane:visible').getByRole('button', { name: say.new }).first().click()
    const form = page.locator('.f-history')
    const heads = new Map<HistoryPart, string>()
    for (const part of historyPartNames) {
      const coming = page.waitForEvent('download')
      await form.locator(`[data-part=${part}]`).getByRole('button', { name: say.template }).click()
      const file = await coming
      if (part === 'stations') expect(file.suggestedFilename()).toBe(say.name)
      heads.set(part, (await readFile(await file.path(), 'utf8')).trim())
    }
    const titles = historyTitles.sales
    expect(heads.get('sales')!.replace('\uFEFF', '')).toBe(historyParts.sales.map(field => titles[field][language]).join(','))

    await form.locator('label input').first().fill(`old-${language}`)
    for (const part of historyPartNames) {
      await drop(page, part, `${heads.get(part)!}\r\n${rows[part]}\r\n`)
      await form.locator(`[data-part=${part}] .f-history-columns`).waitFor()
    }
    await form.getByRole('button', { name: say.check }).click()
    await expectToast(page, say.begun)
    const row = page.locator('tbody tr', { hasText: `old-${language}` }).first()
    await row.getByText(say.problems).waitFor()
    await row.locator('.k-unfold, button[aria-expanded]').first().click()
    const table = page.locator('.f-history-problems')
    await page.getByText(say.refused).waitFor()
    expect((await table.locator('tbody tr').allInnerTexts()).map(text => text.split('\t'))).toEqual([
      [say.sales, '2', titles.date[language], `${say.notDate}: 2012-13-40`],
    ])
  },
)
