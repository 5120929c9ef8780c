import { expect, test } from 'vitest'
import { shopFront } from './shop-front.ts'

const front = shopFront()

// @req ORG-043 ORG-044
test('whoever chooses a station reads ten of them at a time, and a hundred companies to narrow them by', async () => {
  const page = await front().enter('admin')
  const asked: string[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (/\/api\/v1\/(stations|companies)$/.test(pathname)) asked.push(`${pathname.split('/').at(-1)} ${searchParams.get('size')}`)
  })
  await page.getByRole('button', { name: /^当前：/ }).click()
  await page.getByRole('dialog', { name: '选择油站' }).getByText('滨江东站').first().waitFor()
  await expect.poll(() => asked.toSorted()).toEqual(['companies 100', 'stations 10'])
})
