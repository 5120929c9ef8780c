import { expect, test } from 'vitest'
import { asOwner } from '../../server/src/testing/cluster.ts'
import { appFixture, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    notAgreed: '未同意',
    agree: '记为同意',
    agreed: '同意接收',
    saved: '保存',
    heading: '停止接收优惠短信',
    stop: '不再接收',
    done: /不会再向您发送优惠短信/,
    bad: '链接无效或已失效',
    byLink: /本人通过短信链接退订于/,
  },
  en: {
    notAgreed: 'Not agreed',
    agree: 'Note that they agree',
    agreed: 'Agreed',
    saved: 'Save',
    heading: 'Stop offers by SMS',
    stop: 'Stop these messages',
    done: /will send you no more offers by SMS/,
    bad: 'This link is not valid any more',
    byLink: /stopped by the link in a message at/,
  },
}

// @req MSG-005
test.each(languages())(
  'a member agrees to offers by SMS, and stops them with the link of a message, without signing in (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('admin', { language, mode: 'auto' }, '/memberCenter/personalMember')
    const [member] = (await ask<{ content: { id: number }[] }>(page, '/members?size=1&sort=id,desc')).content
    await page.goto(`${front().url}/memberCenter/personalMemberDetails/${member!.id}`)
    await settled(page)
    const fact = pane(page).locator('dl.k-facts div', { hasText: say.agree })
    await fact.getByText(say.notAgreed).waitFor()
    await fact.getByRole('button', { name: say.agree, exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    expect(await issuesInEveryLook(page)).toEqual([])
    await dialog.locator('button[type=submit]:not([aria-disabled])').press('Enter')
    await pane(page).locator('dl.k-facts').getByText(say.agreed, { exact: false }).first().waitFor()
    expect(await issuesInEveryLook(page)).toEqual([])

    // What stands in the message is shown nowhere.
    const code = 'B'.repeat(22)
    await asOwner(front().databaseUrl, `update notice_consent set code = '${code}' where user_id = ${member!.id}`)
    const [{ companyId: company }] = (await ask<{ content: [{ companyId: number }] }>(page, '/deals?size=1')).content
    const stranger = await front().visit({ language, mode: 'auto' })
    await stranger.goto(`${front().url}/login#stop=${company}.${code}`)
    await stranger.getByRole('heading', { name: say.heading }).waitFor()
    expect(await issuesInEveryLook(stranger)).toEqual([])
    await stranger.getByRole('button', { name: say.stop, exact: true }).click()
    await stranger.getByText(say.done).waitFor()
    await stranger.goto(`${front().url}/login#stop=${company}.${'A'.repeat(22)}`)
    await stranger.reload()
    await stranger.getByRole('button', { name: say.stop, exact: true }).click()
    await stranger.getByText(say.bad).waitFor()

    await page.reload()
    await settled(page)
    await pane(page).getByText(say.byLink).waitFor()
  },
)
