import type { Language } from './index.ts'

/** From the window's configuration, else the stored choice, else the browser, else Chinese. @source spec 0 §1 */
export function chosenLanguage(configured: string | undefined, stored: string | null, browser: readonly string[]): Language {
  const known = (given: string | null | undefined): Language | undefined =>
    given?.toLowerCase().startsWith('zh') ? 'zh' : given?.toLowerCase().startsWith('en') ? 'en' : undefined
  return known(configured) ?? known(stored) ?? browser.map(known).find(Boolean) ?? 'zh'
}
