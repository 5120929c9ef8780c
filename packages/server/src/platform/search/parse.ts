import type { SearchReason } from '@forecourt/contract'
import { refuse } from '../execution/refusal.ts'

/** A filter as written: terms that must all hold. Positions are 0-based characters of the text, for the refusals that come later. */
export type Search = readonly Term[]
export type Term = Predicate | Group
/** `(p1|p2)`: at least one holds. */
export interface Group {
  readonly any: readonly Predicate[]
}
export interface Predicate {
  readonly path: string
  readonly at: number
  readonly op: Operator
  readonly operand: Operand
}
export type Operator = ':' | '<>' | '>=' | '<=' | '>' | '<'
export type Operand =
  | { readonly kind: 'null'; readonly at: number }
  | { readonly kind: 'value'; readonly at: number; readonly value: Value }
  | { readonly kind: 'pattern'; readonly at: number; readonly keyword: string; readonly open: 'start' | 'end' | 'both' }
  | { readonly kind: 'set'; readonly at: number; readonly members: readonly Value[]; readonly orNull: boolean }
export interface Value {
  readonly text: string
  readonly at: number
}

export const limits = { characters: 2000, terms: 30, members: 200, predicates: 20, segments: 5, value: 200 } as const

const operators: readonly Operator[] = ['<>', '>=', '<=', ':', '>', '<']
const letter = /[A-Za-z]/
const identifier = /\w/
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const control = /[\u0000-\u001F\u007F]/

const malformed = (position: number, reason: SearchReason): never => refuse('search_malformed', { position, reason })
const badOperator = (position: number, reason: SearchReason, path: string): never =>
  refuse('search_bad_operator', { position, reason, path })
const tooLong = (position: number, reason: SearchReason): never => refuse('search_too_long', { position, reason })

/**
 * Reads a filter once, from left to right, without going back. What fields there are is not known here.
 * @throws search_malformed, search_bad_operator, search_too_long
 * @source spec 0 §7 "Conventions"; the grammar is docs/search.md
 */
export function parseSearch(given: string | readonly string[] = ''): Search {
  if (typeof given !== 'string') return given.length > 1 ? malformed(0, 'twice') : parseSearch(given[0])
  if (given.length > limits.characters) tooLong(limits.characters, 'characters')
  const controlAt = given.search(control)
  if (controlAt >= 0) malformed(controlAt, 'control')

  const read = new Reader(given)
  read.blanks()
  const terms: Term[] = []
  if (read.ended) return terms
  if (read.next === ',') malformed(read.at, 'fieldBeforeComma')
  for (;;) {
    if (terms.length === limits.terms) tooLong(read.at, 'terms')
    terms.push(read.next === '(' ? group(read) : predicate(read))
    if (read.ended) return terms
    comma(read)
  }
}

function comma(read: Reader): void {
  if (!read.took(',')) malformed(read.at, read.next === '|' ? 'bar' : isCloser(read.next) ? 'closer' : 'commaExpected')
  read.blanks()
  if (read.ended) malformed(read.at, 'termAfterComma')
  if (read.next === ',') malformed(read.at, 'emptyTerm')
}

function group(read: Reader): Group {
  const any = list(read, ')', 'predicates', () => {
    if (read.next === '(') malformed(read.at, 'nested')
    return predicate(read)
  })
  return { any }
}

function predicate(read: Reader): Predicate {
  const at = read.at
  const path = pathOf(read)
  const op = operators.find(each => read.took(each)) ?? malformed(read.at, 'operatorExpected')
  read.blanks()
  return { path, at, op, operand: operandOf(read, op, path) }
}

function pathOf(read: Reader): string {
  const start = read.at
  for (let segments = 1; ; segments++) {
    if (!letter.test(read.next)) malformed(read.at, segments === 1 ? 'fieldExpected' : 'emptySegment')
    if (segments > limits.segments) malformed(start, 'segments')
    while (identifier.test(read.next)) read.at++
    if (!read.took('.')) break
  }
  if (read.next === ' ') malformed(read.at, 'blankInField')
  return read.text.slice(start, read.at)
}

function operandOf(read: Reader, op: Operator, path: string): Operand {
  const at = read.at
  if (read.next === '[') return op === ':' ? nullSet(read) : badOperator(at, 'bracketOperator', path)
  if (read.next === '(') return op === ':' || op === '<>' ? valueSet(read) : badOperator(at, 'setOperator', path)

  const word = wordOf(read)
  if (word.raw === '') malformed(at, 'valueExpected')
  if (isNull(word)) return op === ':' || op === '<>' ? { kind: 'null', at } : badOperator(at, 'nullOperator', path)
  if (word.stars.length === 0) return { kind: 'value', at, value: valueOf(word) }
  const open = openEnds(word)
  return op === ':' ? { kind: 'pattern', at, keyword: word.text, open } : badOperator(at, 'starOperator', path)
}

function valueSet(read: Reader): Operand {
  const at = read.at
  const members = list(read, ')', 'members', () => {
    const word = memberOf(read)
    return isNull(word) ? malformed(word.at, 'nullInSet') : valueOf(word)
  })
  return { kind: 'set', at, members, orNull: false }
}

function nullSet(read: Reader): Operand {
  const at = read.at
  const words = list(read, ']', 'members', () => memberOf(read))
  if (words.filter(isNull).length !== 1) malformed(at, 'bracketNeedsNull')
  return { kind: 'set', at, members: words.filter(word => !isNull(word)).map(valueOf), orNull: true }
}

/** What stands between brackets, separated by bars: never empty, never left open. */
function list<T>(read: Reader, closer: ')' | ']', limit: 'members' | 'predicates', member: () => T): T[] {
  read.at++
  read.blanks()
  if (read.next === closer) malformed(read.at, 'emptySet')
  const members: T[] = []
  do {
    read.blanks()
    if (members.length === limits[limit]) tooLong(read.at, limit)
    if (read.next === '|' || (read.next === closer && members.length > 0)) malformed(read.at, 'emptyMember')
    if (read.ended) malformed(read.at, 'closeExpected')
    members.push(member())
  } while (read.took('|'))
  if (!read.took(closer)) malformed(read.at, read.next === ',' ? 'commaInside' : isCloser(read.next) ? 'closer' : 'closeExpected')
  read.blanks()
  return members
}

function memberOf(read: Reader): Word {
  const word = wordOf(read)
  if (word.raw === '') malformed(read.at, read.next === ',' ? 'commaInside' : isCloser(read.next) ? 'closer' : 'valueExpected')
  if (word.stars.length > 0) malformed(word.at, 'starInside')
  return word
}

/** An operand as it stands, up to the mark that ends it. */
interface Word {
  readonly at: number
  readonly raw: string
  /** Escapes undone, trailing blanks dropped. */
  readonly text: string
  /** Where in the text an unescaped `*` stood. */
  readonly stars: readonly number[]
}

function wordOf(read: Reader): Word {
  const at = read.at
  const stars: number[] = []
  let text = '',
    kept = 0,
    end = at
  while (!read.ended && !/[,|)\]]/.test(read.next)) {
    const escaped = read.took('\\')
    if (escaped && read.ended) malformed(read.at - 1, 'loneEscape')
    if (!escaped && /[([]/.test(read.next)) malformed(read.at, 'reserved')
    const mark = read.next === ' ' && !escaped ? 'blank' : read.next === '*' && !escaped ? 'star' : 'text'
    if (mark === 'star') stars.push(text.length)
    else text += read.next
    read.at++
    if (mark !== 'blank') [kept, end] = [text.length, read.at]
    if (kept > limits.value) tooLong(at, 'valueLength')
  }
  return { at, raw: read.text.slice(at, end), text: text.slice(0, kept), stars }
}

const isNull = (word: Word) => word.raw === 'null'
const isCloser = (mark: string) => mark === ')' || mark === ']'

function valueOf(word: Word): Value {
  if (/^[:<>=]/.test(word.raw)) malformed(word.at, 'valueStart')
  return { text: word.text, at: word.at }
}

/** Which ends of a keyword its stars leave open. */
function openEnds({ at, raw, text, stars }: Word): 'start' | 'end' | 'both' {
  if (text === '') malformed(at, 'emptyKeyword')
  const [first, last] = [stars[0] === 0, stars.at(-1) === text.length]
  if (stars.length !== Number(first) + Number(last)) malformed(at, 'starInside')
  if (!first && /^[:<>=]/.test(raw)) malformed(at, 'valueStart')
  return first && last ? 'both' : first ? 'start' : 'end'
}

class Reader {
  readonly text: string
  at = 0
  constructor(text: string) {
    this.text = text
  }
  get ended(): boolean {
    return this.at >= this.text.length
  }
  get next(): string {
    return this.text[this.at] ?? ''
  }
  took(mark: string): boolean {
    const here = this.text.startsWith(mark, this.at)
    if (here) this.at += mark.length
    return here
  }
  blanks(): void {
    while (this.next === ' ') this.at++
  }
}
