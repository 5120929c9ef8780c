import { expect, test } from 'vitest'
import { appFixture, languages } from './app-fixture.ts'
import { ask, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: { title: '泵码事件', test: '校验回罐', nozzle: '1 号枪' },
  en: { title: 'Meter events', test: 'Tested, returned to tank', nozzle: 'Nozzle 1' },
} as const
interface Preview {
  readonly unpaidOrders: number
  readonly nozzles: readonly { readonly nozzleControlId: number; readonly logicNo: number }[]
}
interface Figure {
  readonly about: string
  readonly amount: number
  readonly beyond: boolean
}

// @req SET-017
test.each(languages())(
  'a meter that was tested in a shift stands on the print of its settlement, and a struck test does not (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('station_leader', { language })
    const { content } = await ask<{ content: { id: number }[] }>(page, '/dailyStates?size=1&sort=id,desc')
    const dailyStateId = content[0]!.id
    const { unpaidOrders, nozzles } = await ask<Preview>(page, `/classSettles/preview?dailyStateId=${dailyStateId}`)
    const nozzleControlId = nozzles.find(({ logicNo }) => logicNo === 1)!.nozzleControlId
    const enter = (volumeCl: number, reason: string) =>
      tell<{ id: number }>(page, 'POST', '/meterEvents', { nozzleControlId, kind: 'test', volumeCl, reason, document: 'JJG 443-7' })
    await enter(20_03, 'Yearly test')
    const wrong = await enter(21_04, 'Typed twice')
    await tell(page, 'POST', `/meterEvents/${wrong.id}/strike`, { reason: 'Typed twice' })

    const taken = { dailyStateId, counted: [{ payType: 'cash', countedCents: 0 }], tanks: [] }
    const { figures } = await tell<{ figures: Figure[] }>(page, 'POST', '/classSettles/preview', taken)
    const acknowledged = figures.filter(({ beyond }) => beyond).map(({ about, amount }) => ({ about, amount }))
    const closing = { ...taken, acknowledged, reason: acknowledged.length > 0 ? 'Checked' : '', force: unpaidOrders > 0, startNext: true }
    const { id } = await tell<{ id: number }>(page, 'POST', '/classSettles', closing)

    await page.goto(new URL(`/printClassSettle/${id}`, page.url()).href)
    const sheet = page.locator('main')
    await sheet.getByRole('heading', { name: say.title, exact: true }).waitFor()
    const row = sheet.getByRole('row').filter({ hasText: 'Yearly test' })
    for (const said of [say.nozzle, say.test, 'Yearly test · JJG 443-7', '20.03']) expect(await row.innerText()).toContain(said)
    expect(await sheet.innerText()).not.toContain('21.04')
  },
)
