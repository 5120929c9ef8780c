import { searchLiteral as literal } from '@forecourt/contract/start'

export { literal }

/** One term of a list's filter, written in the grammar of `search`. Made by the functions here, which escape every value. */
export type Term = string
export type Value = string | number | boolean

export const equals = (path: string, value: Value): Term => `${path}:${literal(value)}`
export const isNull = (path: string): Term => `${path}:null`
export const isNotNull = (path: string): Term => `${path}<>null`
/** Anywhere in the text, in any case. */
export const contains = (path: string, keyword: string): Term => `${path}:*${literal(keyword)}*`
export const startsWith = (path: string, keyword: string): Term => `${path}:${literal(keyword)}*`
export const endsWith = (path: string, keyword: string): Term => `${path}:*${literal(keyword)}`
export const anyOf = (path: string, values: readonly Value[]): Term =>
  values.length === 1 ? equals(path, values[0]!) : `${path}:(${values.map(literal).join('|')})`
export const noneOf = (path: string, values: readonly Value[]): Term =>
  values.length === 1 ? `${path}<>${literal(values[0]!)}` : `${path}<>(${values.map(literal).join('|')})`
/** One of the values, or nothing at all: for what older records do not have yet. */
export const orNull = (path: string, values: readonly Value[]): Term => `${path}:[${[...values.map(literal), 'null'].join('|')}]`
export const above = (path: string, value: Value): Term => `${path}>${literal(value)}`
export const below = (path: string, value: Value): Term => `${path}<${literal(value)}`
export const atLeast = (path: string, value: Value): Term => `${path}>=${literal(value)}`
export const atMost = (path: string, value: Value): Term => `${path}<=${literal(value)}`
/** One of the terms holds; none of them a choice of terms itself. */
export const either = (terms: readonly Term[]): Term => (terms.length === 1 ? terms[0]! : `(${terms.join('|')})`)

/** Terms that hold together. @source docs/search.md */
export const searchText = (terms: readonly (Term | undefined)[]): string => terms.filter(Boolean).join(',')

/**
 * Where a call reads from: what reaches back more than a year is asked for apart; a deployment may ask so always.
 * @source decisions.md O19
 */
export const sourceOf = (older = false): { from?: 'history' } =>
  older || globalThis.window?.forecourt?.searchFrom === 'history' ? { from: 'history' } : {}
