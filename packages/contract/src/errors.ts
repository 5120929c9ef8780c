import { searchReasons, type SearchReason } from './search-reasons.ts'
import { refusals } from './declared.ts'
import platform from './refusals/platform.ts'

export { invalid } from './refusals/invalid.ts'
export { shapes } from './refusals/shapes.ts'

/**
 * Every refusal there is: the status it travels under, and what it says to the user. `{name}` is filled from the refusal's detail.
 * The code is `noun.reason`; a database constraint of that name is the same refusal. `field` names the field it is about, where there
 * is one.
 */
export const errors = { ...platform, ...refusals }

export type ErrorCode = keyof typeof errors
/** Refusals that are a question: the same call with `force: true` is accepted. @source requirements ORG-029, DEV-013 */
export const asksAgain: ReadonlySet<string> = new Set<ErrorCode>(['station.nameTaken', 'device.nameTaken'])
export type Language = 'zh' | 'en'

/** What a refusal says, its detail filled in. */
export function wordsOf(code: ErrorCode, language: Language, detail: Record<string, unknown> = {}): string {
  const reason = searchReasons[detail.reason as SearchReason]?.[language] ?? detail.reason
  return errors[code][language].replaceAll(/\{(\w+)\}/g, (_, name: string) => String({ ...detail, reason }[name] ?? '—'))
}
