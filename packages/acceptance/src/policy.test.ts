import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shopFront } from './shop-front.ts'
import { settled, signIn } from './visitor.ts'

const front = shopFront()

/** What the browser refused to load or to apply on this page, and everything it logged about it. */
async function refusalsOf(page: Page): Promise<string[]> {
  const refused: string[] = []
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await page.exposeFunction('refusedByPolicy', (told: string) => refused.push(told))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber, sample }) => {
      const told = `${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample} at ${location.pathname}`
      ;(globalThis as unknown as { refusedByPolicy(said: string): void }).refusedByPolicy(told)
    }),
  )
  return refused
}

// Guarantees §3.1, V3: no unsafe-inline, no unsafe-eval.
test('the strict policy refuses nothing of ours at the door, at home, in a list, in a form and in its windows', async () => {
  const { url, demo, visit } = front()
  const page = await visit({ language: 'en' })
  const refused = await refusalsOf(page)
  const answered = await page.goto(`${url}/login`)
  const policy = answered!.headers()['content-security-policy']!
  expect(policy).not.toContain('unsafe')
  expect(policy).toMatch(/style-src 'self' 'nonce-[\w-]{20,}'/)
  await signIn(page, url, demo.companies[0]!, 'admin')
  await settled(page)
  // What is painted shows that the styles came: antd's own button has a colour.
  const paint = await page
    .locator('.ant-btn')
    .first()
    .evaluate(button => getComputedStyle(button).borderRadius)
  expect(paint).not.toBe('0px')

  await page.goto(`${url}/queryStatistics/transactions`)
  await settled(page)
  await page.locator('tbody tr').first().click()
  await settled(page)
  await page.goto(`${url}/oilCompanyMge/companyUserMge`)
  await settled(page)
  await page
    .getByRole('button', { name: /^(Add|New)/ })
    .first()
    .click()
  await page.locator('.ant-modal, .ant-drawer').first().waitFor()
  await settled(page)
  expect(refused).toEqual([])

  // Somebody's text that holds a style changes nothing.
  await page.evaluate(() => {
    const text = document.createElement('div')
    text.innerHTML = '<style>body { outline: 9px solid rgb(255, 0, 0) }</style><p style="color: red">text</p>'
    document.body.append(text)
  })
  await expect.poll(() => refused.length).toBeGreaterThan(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).outlineWidth)).not.toBe('9px')
})

test('no page is kept by the browser with its nonce, and none is twice the same', async () => {
  const { url } = front()
  const nonceOf = async () => {
    const reply = await fetch(`${url}/home`)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const nonce = /'nonce-([\w-]+)'/.exec(reply.headers.get('content-security-policy')!)![1]!
    expect(await reply.text()).toContain(`nonce="${nonce}"`)
    return nonce
  }
  expect(await nonceOf()).not.toBe(await nonceOf())
  expect((await fetch(`${url}/index.html`)).status).toBe(404)
})
