import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const note = resolve(import.meta.dirname, '../../../.cache/browser.json')

/**
 * Two pages behind the address bar that each window begins by drawing, seen or not. Only the last list of what is off counts: before ours
 * stands what Playwright has off.
 */
const off = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--disable-lcd-text',
  `--disable-features=${off.join(',')}`,
]

/** The Chromium that `npm test` found or brought. */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(note)) throw new Error('No browser was looked for yet: run npm test, or node scripts/browser.mjs.')
  const { path, env } = JSON.parse(readFileSync(note, 'utf8')) as { path: string; env: Record<string, string> }
  return chromium.launch({ executablePath: path, env: { ...process.env, ...env }, args })
}
