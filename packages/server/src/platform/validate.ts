import { invalid, type Language } from '@forecourt/contract'
import type { z } from 'zod'
import { en, zhCN } from 'zod/locales'
import { refuse } from './refusal.ts'

const locales = { zh: zhCN().localeError, en: en().localeError }

/**
 * What was given, in the shape the contract asks for.
 * @throws validation with the first wrong field in `field` and every wrong one in `detail.issues`
 */
export function parsed<S extends z.ZodType>(schema: S, given: unknown, language: Language): z.output<S> {
  const result = schema.safeParse(given, { error: locales[language] })
  if (result.success) return result.data
  const issues = result.error.issues.flatMap(issue => {
    const at = issue.path.join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map(key => ({ field: at ? `${at}.${key}` : key, code: 'unknown', message: issue.message }))
    return [
      {
        field: at,
        code: invalid[issue.message] ? issue.message : issue.code,
        message: invalid[issue.message]?.[language] ?? issue.message,
      },
    ]
  })
  refuse('validation', { field: issues[0]?.field || undefined, issues })
}
