import { expect, test } from 'vitest'
import { at, choose, countOut, input, sendNothing, type, within } from './script-form-fields.ts'
import { clamp, collect, pickMoments } from './script-form-values.ts'
import { words } from './script-form-words.ts'
import { appFixture, languages } from './app-fixture.ts'
import { fieldsOf } from './shown.ts'
import { settled } from './visitor.ts'

const front = appFixture()

async function enter(language: 'zh' | 'en') {
  const { url, enter: come } = front()
  const page = await come('admin', { language })
  await page.goto(`${url}/gallery?part=scriptForm`)
  await settled(page)
  return { page, form: page.getByRole('form', { name: words[language].form, exact: true }) }
}

const everyField =
  'title fuels product item category card tag group deal payTypes rebate days ratio serial weekday levels five limited stacked cars note ' +
  'extra startsAt month day moment period steps rules rules.0.from rules.0.gift labels host'

// @req UIX-019 UIX-022 UIX-026 UIX-029 UIX-033 UIX-054
test.each(languages())('what is missing is said field by field, and the first of them gets the focus (%s)', async language => {
  const { page, form } = await enter(language)
  await sendNothing(page, form, words[language])
})

// @req UIX-003 UIX-004 UIX-006 UIX-007 UIX-008
test.each(languages())('choices are searched, ticked or switched; a choice shows and hides what depends on it (%s)', async language => {
  const { page, form } = await enter(language)
  await choose(page, form, words[language])
})

// @req UIX-006 UIX-023 UIX-024 UIX-025 UIX-034
test.each(languages())('numbers are digits alone, with the places and the bounds of their field (%s)', async language => {
  const { page, form } = await enter(language)
  await sendNothing(page, form, words[language])
  await countOut(form, words[language])
  await clamp(page, front().url, words[language])
})

// @req UIX-009 UIX-010 UIX-011 UIX-012 UIX-028 UIX-030
test.each(languages())(
  'plates, texts, JSON, moments and addresses are typed, and what is wrong with them is said at once (%s)',
  async language => {
    const { page, form } = await enter(language)
    await sendNothing(page, form, words[language])
    await type(page, form, words[language])
  },
)

// @req UIX-014 UIX-015 UIX-016 UIX-021 UIX-031
test.each(languages())('several numbers, entries and pairs are collected (%s)', async language => {
  const { page, form } = await enter(language)
  await collect(page, form, words[language])
})

// @req UIX-001 UIX-012 UIX-013 UIX-018 UIX-032
test('a form of every type is filled in and sent, and what is wrong behind a tab comes to the front', async () => {
  const say = words.zh
  const { page, form } = await enter('zh')
  expect((await fieldsOf(form)).map(field => field.replace('*', '')).join(' ')).toBe(everyField)
  await sendNothing(page, form, say)
  await choose(page, form, say)
  await type(page, form, say)
  await pickMoments(form)
  await collect(page, form, say)

  await at(form, 'rules').getByRole('button', { name: say.addEntry }).click()
  await input(form, 'rules.1.from').fill('')
  await at(form, 'rules')
    .getByRole('tab', { name: say.entry(1) })
    .click()
  await input(form, 'rules.0.from').press('Control+Enter')
  await at(form, 'rules.1.from').getByText(say.missingFrom).waitFor()
  await expect.poll(() => within(page, 'rules.1.from')).toBe(true)
  await input(form, 'rules.1.from').fill('60')
  await input(form, 'rules.1.from').press('Control+s')

  const sent = page.locator('.gallery-sent').first()
  await sent.getByText('"from": 60').waitFor()
  await form.getByText(say.incomplete).waitFor({ state: 'detached' })
  const { fuels, ...rest } = JSON.parse(await sent.innerText()) as Record<string, unknown>
  expect(fuels).toEqual([expect.any(Number)])
  expect(rest).toEqual({
    title: '周末返利',
    rebate: 0.2,
    limited: false,
    levels: [1, 2, 3, 4, 5, 6],
    cars: ['粤B12345'],
    note: '两行\n说明',
    extra: { a: 1 },
    startsAt: '2026-11-20T08:30:05',
    month: Date.parse('2026-11-01T00:00:00+08:00'),
    day: Date.parse('2026-11-20T00:00:00+08:00'),
    moment: Date.parse('2026-11-20T18:05:09+08:00'),
    period: [Date.parse('2026-11-20T00:00:00+08:00'), Date.parse('2026-11-26T23:59:59+08:00')],
    ratio: 0,
    steps: [100],
    rules: [{ from: 50 }, { from: 60 }],
    labels: { header: '再见' },
    host: '192.168.1.20:9200',
  })
})

// @req UIX-020
test('cancel takes back what was typed at once, and what was wrong a second later', async () => {
  const say = words.zh
  const { page, form } = await enter('zh')
  await sendNothing(page, form, say)
  await input(form, 'days').fill('7')
  // The page's clock stands, so that a second is as long on a busy machine.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await form.getByRole('button', { name: say.cancel }).click()
  await expect.poll(() => input(form, 'days').inputValue()).toBe('')
  await page.clock.runFor(990)
  expect(await form.getByText(say.incomplete).count()).toBe(1)
  await page.clock.runFor(20)
  await form.getByText(say.incomplete).waitFor({ state: 'detached' })
  await expect.poll(() => form.getByRole('alert').count()).toBe(0)
})

// @req UIX-002 UIX-007 UIX-012 UIX-013 UIX-017 UIX-020
test('what there is already fills the form, in the order of its fields, and a cancel comes back to it', async () => {
  const say = words.zh
  const { page } = await enter('zh')
  const form = page.getByRole('form', { name: say.filled, exact: true })
  const title = input(form, 'title')
  const read = (field: string) =>
    at(form, field)
      .locator('input:not([type=radio], [type=checkbox]), textarea')
      .evaluateAll(all => all.map(each => (each as HTMLInputElement).value))
  const shown = { title: ['周末加油返利'], rebate: ['0.2'], days: ['7'], serial: [''], stock: ['500'], steps: ['100', '300'] }
  const moments = { month: ['2025-11'], day: ['2025-11-20'], moment: ['2025-11-20 12:00:00'], startsAt: ['2026-11-20 08:30:05'] }
  const rest = { ...moments, note: ['92#、95# 均可参加'], host: ['192.168.1.20:9200'] }
  for (const [field, values] of Object.entries({ ...shown, ...rest })) expect([field, await read(field)]).toEqual([field, values])
  expect(await read('period')).toEqual(['2025-11-20', '2025-11-26'])
  expect(await at(form, 'levels').getByRole('checkbox', { checked: true }).count()).toBe(2)
  expect(await at(form, 'rules').getByRole('tab').count()).toBe(2)
  expect(await input(form, 'rules.0.from').inputValue()).toBe('100')
  expect((await at(form, 'labels').locator('dt').allInnerTexts()).join()).toBe('header,footer')
  await title.fill('别的')
  await input(form, 'rules.0.from').fill('1')
  await form.getByRole('button', { name: say.cancel }).click()
  await expect.poll(() => title.inputValue()).toBe('周末加油返利')
  expect(await input(form, 'rules.0.from').inputValue()).toBe('100')
  const long = page.getByRole('form', { name: say.long, exact: true })
  expect((await fieldsOf(long)).join()).toBe('choice,reason*,result*,again')
  // Of two, one of which has to be chosen, as of many: a list, unless its description wants buttons.
  expect(await at(long, 'result').getByRole('combobox').count()).toBe(1)
  expect(await at(long, 'result').getByRole('radio').count()).toBe(0)
  expect(await at(long, 'again').getByRole('radio').count()).toBe(2)
})
