/**
 * Words. zh is the source; `en satisfies Words<typeof zh>`. A language holds for the life of the page: choosing another reloads it.
 *
 * Every feature has `i18n/zh.ts` and `i18n/en.ts` with a default export; their top-level names are the feature's own
 * (`sales.empty`) or its resources' (`orders.totalCents` names a field, `orders.status_open` an option of a field).
 * `{name}` is filled from the values given; `{currency}` and `{symbol}` are the company’s, `{prefix}` its sign before an amount.
 * A text with a count may hold two forms: `{count} row | {count} rows`; so may a noun: `row | rows`, the first one where no count is given.
 */
export type Language = 'zh' | 'en'
export interface Tree {
  readonly [name: string]: string | Tree
}
/** Every catalogue there is, by its place: each adds itself, so that the compiler knows its keys. */
export interface Catalogues {}
type Keys<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Keys<T[K]>}` }[keyof T & string]
/** The key of a text that there is. */
export type WordKey = { [Of in keyof Catalogues]: Keys<Catalogues[Of]> }[keyof Catalogues]

/** The shape another language must have. */
export type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> }
export type Values = Readonly<Record<string, string | number>>

let current: Language = 'zh'
let plural = new Intl.PluralRules('zh')
const words = new Map<string, string>()
let always: Values = { currency: '元', symbol: '¥', prefix: '¥' }

export const language = (): Language => current
export const locale = (): string => (current === 'zh' ? 'zh-CN' : 'en-GB')

export function setLanguage(given: Language): void {
  current = given
  plural = new Intl.PluralRules(given)
}

/** Takes a catalogue in; texts of the same name are replaced. */
export function addWords(tree: Tree, path = ''): void {
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') words.set(path + name, value)
    else addWords(value, `${path}${name}.`)
  }
}

/** The company's own words for money, filled in wherever a text says `{currency}` or `{symbol}`. @source spec 0 §1 */
export function setCurrency(currency: string, symbol: string): void {
  // A sign stands close to its amount; letters keep apart from it: ¥20.00, CHF 20.00.
  always = { currency, symbol, prefix: /[\p{L}.]$/u.test(symbol) ? `${symbol}\u00a0` : symbol }
}

export const hasWords = (key: string): boolean => words.has(key)
/** The rest of each key that begins like this. */
export const namesUnder = (start: string): string[] =>
  [...words.keys()].filter(key => key.startsWith(start)).map(key => key.slice(start.length))

const missed = new Set<string>()
/** A key without a text shows itself. That is always a fault: it is logged, and a story in whose page it happens fails. */
function withoutText(key: string): string {
  if (!missed.has(key)) console.error(`no words for ${key}`)
  missed.add(key)
  return key
}

/** The text of a key. */
export const t = (key: WordKey, values: Values = {}): string => wordsFor(key, values)

/** The text of a key that is made of what the contract names, like `orders.status_open`: there may be none, and tests look for that. */
export function wordsFor(key: string, values: Values = {}): string {
  const text = words.get(key)
  if (text === undefined) return withoutText(key)
  const forms = text.split(' | ')
  const many = values['count'] !== undefined && plural.select(Number(values['count'])) !== 'one'
  const form = forms.length > 1 && many ? forms[1]! : forms[0]!
  return form.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? always[name] ?? whole))
}

let tenderWords: Readonly<Record<string, string>> = {}
/** A station may call a way of payment by a name of its own (otherTradeType). @source spec 1 §3 */
export const setTenderWords = (words: Readonly<Record<string, string>> = {}): void => {
  tenderWords = words
}
export const tenderWord = (payType: string): string | undefined => tenderWords[payType]
