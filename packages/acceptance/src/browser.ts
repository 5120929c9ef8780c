import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type * as Playwright from 'playwright-core'
import { chromium, type Browser } from 'playwright-core'

/** The newest that is here, and the others that the README names; scripts/browser.mjs brings them. */
export type BrowserName = 'newest' | 'chromium-109' | 'chromium-122' | 'firefox-esr'

interface Note {
  readonly path: string
  readonly env: Record<string, string>
  /** The Playwright that can drive it, where that is not the newest. */
  readonly driver?: string
}
const noteOf = (name: BrowserName) => resolve(import.meta.dirname, '../../../.cache', `${name === 'newest' ? 'browser' : name}.json`)

/**
 * Two pages behind the address bar that each window begins by drawing, seen or not, and a process that is started ahead of each page.
 * Only the last list of what is off counts: before ours stands what Playwright has off.
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
  'SpareRendererForSitePerProcess',
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

/** A page that stands for seconds does not earn back what it costs to compile its code twice. */
const brief = '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=16'

export const hasBrowser = (name: BrowserName): boolean => existsSync(noteOf(name))

/**
 * The Chromium that `npm test` found or brought; or another browser, which it has brought besides. What is measured is measured in one
 * that compiles as that of a user does.
 */
export async function openBrowser(
  name: BrowserName = 'newest',
  { measures = true, switches = [] }: { measures?: boolean; switches?: readonly string[] } = {},
): Promise<Browser> {
  if (!hasBrowser(name)) throw new Error(`There is no ${name} yet: run npm test, or npm run check:long.`)
  const { path, env, driver } = JSON.parse(readFileSync(noteOf(name), 'utf8')) as Note
  const all = [...args, ...switches, ...(measures ? [] : [brief])]
  if (!driver) return chromium.launch({ executablePath: path, env: { ...process.env, ...env }, args: all })
  const { default: playwright } = (await import(driver)) as { default: typeof Playwright }
  return playwright.firefox.launch({ channel: 'moz-firefox', executablePath: path, env: { ...process.env, ...env } })
}
