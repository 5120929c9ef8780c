import { anyOf, atLeast, atMost, below, contains, isNull, searchText, type Term } from '../../core/search.ts'
import { comparisonsOf, ruleField, ruleFields, type Comparison, type RuleField } from './rule-fields.ts'

/** One line of a rule; all of them hold together. What is not entered yet is undefined. */
export interface Condition {
  readonly field: string
  readonly is: Comparison
  readonly value: number | string | readonly string[] | undefined
}

/** A condition as the search says it; nothing while its value is missing. */
export function termOf({ field, is, value }: Condition): Term | undefined {
  const path = ruleField(field)?.path
  if (path === undefined) return undefined
  if (is === 'never') return isNull(path)
  if (is === 'anyOf') return Array.isArray(value) && value.length > 0 ? anyOf(path, value) : undefined
  if (is === 'contains') return typeof value === 'string' && value.trim() ? contains(path, value.trim()) : undefined
  if (is === 'within' || is === 'notWithin') {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) return undefined
    // Today is the first of the days.
    return is === 'within' ? atLeast(path, `today-${value - 1}`) : below(path, `today-${value - 1}`)
  }
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  if (Number.isNaN(value) || value === '') return undefined
  return is === 'atLeast' || is === 'since' ? atLeast(path, value) : atMost(path, value)
}

export const ruleText = (conditions: readonly Condition[]): string => searchText(conditions.map(termOf))

/** The conditions that a rule was entered by; undefined where it says what the form cannot. */
export function conditionsOf(rule: string): Condition[] | undefined {
  const read = termsOf(rule).map(conditionOf)
  return read.some(each => each === undefined) ? undefined : (read as Condition[])
}

/** The terms of a search, cut at the commas that are no part of a value. */
function termsOf(rule: string): string[] {
  const terms = ['']
  for (let at = 0; at < rule.length; at++) {
    const mark = rule[at]!
    if (mark === ',') terms.push('')
    else if (mark === '\\') terms.push(terms.pop()! + mark + (rule[++at] ?? ''))
    else terms.push(terms.pop()! + mark)
  }
  return terms.map(term => term.trim()).filter(Boolean)
}

const written = /^([A-Za-z][\w.]*)(>=|<=|:|<)(.+)$/su
const plain = (text: string) => text.replaceAll(/\\(.)/gsu, '$1')

function conditionOf(term: string): Condition | undefined {
  const [, path, mark, said = ''] = written.exec(term) ?? []
  const found = ruleFields.find(field => field.path === path)
  const told = found && valueIn(found, mark!, said)
  return told && comparisonsOf(found).includes(told.is) ? { field: found.name, ...told } : undefined
}

function valueIn({ kind }: RuleField, mark: string, said: string): Omit<Condition, 'field'> | undefined {
  if (kind === 'recency') return recencyIn(mark, said)
  if (kind === 'text') return mark === ':' && /^\*.+\*$/su.test(said) ? { is: 'contains', value: plain(said.slice(1, -1)) } : undefined
  if (kind === 'records' || kind === 'choices') {
    if (mark !== ':' || /[*[\]]/u.test(said)) return undefined
    return {
      is: 'anyOf',
      value: said
        .replaceAll(/^\(|\)$/gu, '')
        .split('|')
        .map(plain),
    }
  }
  if (mark === ':' || mark === '<' || !/^-?\d+$/u.test(said)) return undefined
  return { is: mark === '>=' ? 'atLeast' : 'atMost', value: Number(said) }
}

function recencyIn(mark: string, said: string): Omit<Condition, 'field'> | undefined {
  if (mark === ':') return said === 'null' ? { is: 'never', value: undefined } : undefined
  const [, days] = /^today-(\d{1,4})$/u.exec(said) ?? []
  if (days !== undefined && mark !== '<=') return { is: mark === '>=' ? 'within' : 'notWithin', value: Number(days) + 1 }
  if (!/^\d{4}-\d\d-\d\d$/u.test(said) || mark === '<') return undefined
  return { is: mark === '>=' ? 'since' : 'until', value: said }
}
