import type { Page } from 'playwright-core'

/** On a desk and on a phone. */
export const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
export const themes = ['light', 'dark'] as const

type Theme = (typeof themes)[number]

/** Shows a page that goes with its system in another size and light, without loading it anew, and waits until it stands. */
export async function switchTo(page: Page, size: { width: number; height: number }, light: Theme): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: light })
  if (!(await page.evaluate(standsIn, light))) throw new Error(`the page at ${page.url()} does not turn ${light}`)
}

/** Read in the page. @returns whether it is in this light, and nothing in it moves any more */
async function standsIn(wanted: Theme): Promise<boolean> {
  // A page that is not drawn has no frames.
  const frame = () => Promise.race([new Promise(requestAnimationFrame), new Promise(done => setTimeout(done, 100))])
  const right = () => document.documentElement.dataset['theme'] === wanted
  for (let turns = 0; turns < 300 && !right(); turns++) await frame()
  // One thing's passing into the other light may set off another's: it stands when nothing has moved for a while.
  const moving = () => document.getAnimations().some(each => each.effect?.getComputedTiming().iterations !== Infinity)
  for (let still = 0, turns = 0; still < 6 && turns < 200; turns++) {
    await frame()
    still = moving() ? 0 : still + 1
  }
  return right()
}
