import type { Page } from 'playwright-core'
import { a11yIssues } from './a11y-issues.ts'
import { sizes, switchTo, themes } from './themes.ts'
import { settled } from './visitor.ts'

/** What hinders people on what is in front, on a desk and on a phone, in either light; its story goes with the system (mode auto). */
export async function issuesInEveryLook(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const size of sizes) {
    for (const light of themes) {
      await switchTo(page, size, light)
      await settled(page)
      found.push(...(await a11yIssues(page)).map(issue => `${size.width} ${light}: ${issue}`))
    }
  }
  await switchTo(page, sizes[0], 'light')
  return found
}
