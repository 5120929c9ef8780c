import { invalid, shapes, type Language } from '@forecourt/contract'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type Shape = keyof typeof shapes

/** An issue in words of our own, for the user who entered the value. */
export function issueWords(issue: Issue, language: Language): string {
  const own = invalid[issue.message]
  if (own) return own[language]
  const [shape, filled = {}] = shapeOf(issue)
  return shapes[shape][language].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(filled[name]))
}

function shapeOf(issue: Issue): [Shape, Record<string, unknown>?] {
  if (issue.input === undefined && issue.code !== 'custom') return ['missing']
  switch (issue.code) {
    case 'invalid_type':
      return [typeShapes[issue.expected] ?? 'other']
    case 'too_small':
      return [smallShape(issue.origin, issue.inclusive ?? true), { limit: issue.minimum }]
    case 'too_big':
      return [bigShape(issue.origin, issue.inclusive ?? true), { limit: issue.maximum }]
    case 'not_multiple_of':
      return ['multiple', { limit: issue.divisor }]
    case 'invalid_value':
      return ['choice', { choices: issue.values.map(String).join(', ') }]
    case 'invalid_format':
      return ['format']
    default:
      return ['other']
  }
}

const typeShapes: Readonly<Record<string, Shape>> = {
  string: 'text',
  number: 'number',
  int: 'integer',
  boolean: 'yesOrNo',
  array: 'list',
  object: 'record',
  record: 'record',
}

const smallShape = (origin: string, inclusive: boolean): Shape =>
  origin === 'string' ? 'longer' : origin === 'array' ? 'more' : inclusive ? 'atLeast' : 'above'
const bigShape = (origin: string, inclusive: boolean): Shape =>
  origin === 'string' ? 'shorter' : origin === 'array' ? 'fewer' : inclusive ? 'atMost' : 'below'
