import { invalid, type Language } from '@forecourt/contract'
import { z } from 'zod'
import { issueWords } from './issue-words.ts'
import { refuse } from './refusal.ts'

/** Nobody reads more; and anyone who sends ten thousand wrong fields is not answered with ten thousand sentences. */
const issuesMax = 100

/** Control characters but for tabs and line ends, and marks that turn the direction of what follows: they make text look like another. */
export const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** The same, if all text in it shows as what it is. @throws validation naming the field that does not */
export function visible<T>(given: T, language: Language, at = ''): T {
  if (typeof given === 'string' && invisible.test(given)) {
    refuse('validation', { field: at, issues: [{ field: at, code: 'invisible', message: invalid['invisible']![language] }] })
  }
  if (typeof given === 'object' && given !== null) {
    for (const [name, value] of Object.entries(given)) visible(value, language, at ? `${at}.${name}` : name)
  }
  return given
}

/**
 * What was given, in the shape the contract asks for.
 * @throws validation with the first wrong field in `field` and every wrong one in `detail.issues`
 */
export function parsed<S extends z.ZodType>(schema: S, given: unknown, language: Language): z.output<S> {
  const result = schema.safeParse(given, { reportInput: true })
  if (result.success) return result.data
  const issues = result.error.issues.flatMap(issue => {
    const at = issue.path.join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys
        .slice(0, issuesMax)
        .map(key => ({ field: `${at && `${at}.`}${key.slice(0, 100)}`, code: 'unknown', message: invalid['unknown']![language] }))
    return [
      {
        field: at,
        code: invalid[issue.message] ? issue.message : issue.code,
        message: issueWords(issue, language),
      },
    ]
  })
  refuse('validation', { field: issues[0]?.field || undefined, issues: issues.slice(0, issuesMax) })
}

const nothing = z.strictObject({})
/** A parameter given twice has no one meaning, but for what is a list; of two searches the search itself says what is wrong. */
const repeated: ReadonlySet<string> = new Set(['expand', 'sort', 'search'])

/** What stands behind the `?` of an address; a call that takes nothing there refuses what it would not look at. @throws validation */
export function askedIn(query: z.ZodType | undefined, given: unknown, language: Language): unknown {
  const parameters = given as Record<string, unknown>
  for (const [name, value] of Object.entries(parameters))
    if (Array.isArray(value) && !repeated.has(name)) refuse('validation', { field: name })
  return parsed(query ?? nothing, parameters, language)
}
