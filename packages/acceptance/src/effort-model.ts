import type { Locator, Page } from 'playwright-core'
import { settled } from './visitor.ts'

/**
 * Two ways to do the same thing, each done and counted. A step is what a hand does: a key that is pressed (two of them at once are two),
 * a pointer that is brought to its place, a button of it that is pressed. What is typed is the same for both hands and is counted apart.
 */
export type Step =
  | { readonly key: string }
  | { readonly oneAfterTheOther: readonly string[] }
  | { readonly text: string }
  | { readonly at: (page: Page) => Locator }
  | { readonly see: (page: Page) => Locator }
export interface Effort {
  steps: number
  typed: number
}

export const keys = (...names: string[]): Step[] => names.map(key => ({ key }))
/** Keys that mean something together: nobody looks up between them, and the page waits a second for the next. */
export const keySequence = (...names: string[]): Step[] => [{ oneAfterTheOther: names }]
export const text = (typed: string): Step => ({ text: typed })
/** Nobody presses a key for what is not there yet; looking is no step. */
export const see = (what: (page: Page) => Locator): Step => ({ see: what })
export const click = (at: (page: Page) => Locator): Step => ({ at })

const pressed = (key: string) => key.split('+').length
const stepsOf = (step: Step): number => {
  if ('key' in step) return pressed(step.key)
  if ('oneAfterTheOther' in step) return step.oneAfterTheOther.reduce((sum, key) => sum + pressed(key), 0)
  return 'at' in step ? 2 : 0
}
export const effortOf = (steps: readonly Step[]): Effort => ({
  steps: steps.reduce((sum, step) => sum + stepsOf(step), 0),
  typed: steps.reduce((sum, step) => sum + ('text' in step ? step.text.length : 0), 0),
})

/** No step begins before the result of the last one is visible. */
async function seen(page: Page): Promise<void> {
  await page.waitForTimeout(40)
  await settled(page)
}

export async function perform(page: Page, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if ('key' in step) await page.keyboard.press(step.key)
    else if ('oneAfterTheOther' in step) for (const key of step.oneAfterTheOther) await page.keyboard.press(key)
    else if ('text' in step) await page.keyboard.type(step.text)
    else if ('see' in step) await step.see(page).waitFor()
    else await step.at(page).click()
    await seen(page)
  }
}
