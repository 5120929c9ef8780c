import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const note = resolve(import.meta.dirname, '../../../.cache/browser.json')

/** The Chromium that `npm test` found or brought. */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(note)) throw new Error('No browser was looked for yet: run npm test, or node scripts/browser.mjs.')
  const { path, env } = JSON.parse(readFileSync(note, 'utf8')) as { path: string; env: Record<string, string> }
  return chromium.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--force-color-profile=srgb', '--disable-lcd-text'],
  })
}
