import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const web = resolve(import.meta.dirname, '../../web')
const assets = join(web, 'dist/assets')
const given = readFileSync(join(web, 'src/core/older.ts'), 'utf8')

/** What came after the oldest browsers that the README names (Chromium 109, Firefox 140, Safari 16.4), as pages would call it. */
const newer: readonly RegExp[] = [
  /\.(toSorted|toReversed|toSpliced|isWellFormed|toWellFormed|checkVisibility|getOrInsert|getOrInsertComputed)\(/g,
  /\.(symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/g,
  /\b(?:Object|Map)\.(groupBy)\b/g,
  /\bPromise\.(withResolvers|try)\b/g,
  /\bArray\.(fromAsync)\b/g,
  /\bAbortSignal\.(any)\b/g,
  /\bURL\.(canParse|parse)\(/g,
  /\bRegExp\.(escape)\b/g,
  /\bError\.(isError)\b/g,
  /\bMath\.(sumPrecise|f16round)\b/g,
  /\bIterator\.(from|concat|prototype)\b/g,
  /\.(?:(?:values|keys|entries)\(\)|matchAll\([^()]*\))\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/g,
  /\.(toBase64|fromBase64|toHex|fromHex|setFromBase64|setFromHex)\(/g,
  /\.(showPopover|hidePopover|togglePopover|moveBefore|setHTML|setHTMLUnsafe)\(/g,
  /\b(startViewTransition|requestIdleCallback|CloseWatcher|DisposableStack|DurationFormat)\b/g,
  /\bCSS\.(highlights)\b/g,
  /\b(?:import|import\.)(source|defer)\b/g,
]
/** Libraries that look whether a browser has it, before they use it: React, CodeMirror, zod and the calendar. */
const lookedFor = ['startViewTransition', 'requestIdleCallback', 'canParse', 'DurationFormat']

test('the built pages call nothing that the oldest browsers lack, unless it is given to them or looked for', () => {
  const called = readdirSync(assets)
    .filter(name => name.endsWith('.js'))
    .flatMap(name => {
      const code = readFileSync(join(assets, name), 'utf8')
      return newer.flatMap(pattern => [...code.matchAll(pattern)].map(([, what]) => ({ what: what!, name })))
    })
  const isGiven = (what: string) => new RegExp(`^\\s+(?:async )?${what}[<(]`, 'm').test(given)
  // Nothing at all would mean that it looked in the wrong place.
  expect(called.some(({ what }) => isGiven(what))).toBe(true)
  expect(called.filter(({ what }) => !isGiven(what) && !lookedFor.includes(what))).toEqual([])
})

test('styles of the built pages have no nested rules, which Chromium reads since 112', () => {
  const styles = readdirSync(assets).filter(name => name.endsWith('.css'))
  const nested = styles.filter(name => /[;{]\s*&[\s:.[>]/.test(readFileSync(join(assets, name), 'utf8')))
  expect(nested).toEqual([])
})
