import type { Row, Rows } from './search-model.ts'

// The meaning of a filter, a second time and in the plainest way: every row, every related row, one after the other, in memory.

export type Kind = 'int' | 'decimal' | 'bool' | 'enum' | 'string' | 'date' | 'one' | 'many'
export interface Asked {
  readonly path: string
  readonly op: ':' | '<>' | '>' | '<' | '>=' | '<='
  readonly operand:
    | { readonly null: true }
    | { readonly keyword: string; readonly open: 'start' | 'end' | 'both' }
    | { readonly values: readonly Scalar[]; readonly orNull?: boolean }
}
export type Scalar = string | number | boolean | Period
/** A date: from an instant up to, and without, another; in epoch milliseconds. */
export interface Period {
  readonly from: number
  readonly to: number
  readonly text: string
}
export type Filter = readonly (Asked | { readonly any: readonly Asked[] })[]

type Name = keyof Rows
interface Shape {
  readonly one?: Record<string, readonly [Name, string]>
  readonly many?: Record<string, readonly [Name, string]>
}
const shapes: { readonly [name in Name]?: Shape } = {
  orders: {
    one: { station: ['stations', 'stationId'] },
    many: { lineItems: ['lineItems', 'orderId'], userDeals: ['userDeals', 'orderId'] },
  },
  lineItems: { one: { item: ['items', 'itemId'] }, many: { parts: ['parts', 'lineItemId'] } },
  items: { one: { category: ['categories', 'categoryId'] } },
  userDeals: { one: { deal: ['deals', 'dealId'] } },
  userCards: {
    one: { parent: ['userCards', 'parentId'], user: ['users', 'userId'], member: ['users', 'userId'], card: ['cards', 'cardId'] },
    many: { children: ['userCards', 'parentId'] },
  },
  users: { many: { roles: ['roles', 'userId'] } },
  roles: { one: { station: ['stations', 'stationId'] } },
  cards: { one: { group: ['groups', 'groupId'] } },
}
const spelled: Record<string, string> = { amount: 'amountCents' }

interface Place {
  readonly of: Name
  readonly row: Row | null
}

export class Oracle {
  readonly #rows: Rows
  constructor(rows: Rows) {
    this.#rows = rows
  }

  matching(of: Name, filter: Filter): Row[] {
    const asked = filter.filter(term => 'op' in term)
    const groups = filter.filter(term => 'any' in term)
    return this.#of(of).filter(
      row => this.#together({ of, row }, asked) && groups.every(group => group.any.some(each => this.#together({ of, row }, [each]))),
    )
  }

  /** Whether related rows can be chosen, one for each relation to many that is named, so that everything holds of them. */
  #together(start: Place, asked: readonly Asked[]): boolean {
    const isNone = (each: Asked) => this.#isNone(start.of, each)
    const prefixes = [...new Set(asked.filter(each => !isNone(each)).flatMap(each => this.#manyPrefixes(start.of, each.path)))]
    prefixes.sort((one, other) => one.split('.').length - other.split('.').length)
    const choose = (nth: number, chosen: ReadonlyMap<string, Place>): boolean => {
      const prefix = prefixes[nth]
      if (prefix === undefined) {
        return asked.every(each => (isNone(each) ? !this.#any(start, each) : holds(this.#value(start, each.path, chosen), each)))
      }
      return this.#all(this.#nearest(start, prefix, chosen)).some(place => choose(nth + 1, new Map([...chosen, [prefix, place]])))
    }
    return choose(0, new Map())
  }

  /** `<>value` through many, or `lineItems:null`: nothing related may be so. */
  #isNone(of: Name, { path, op, operand }: Asked): boolean {
    const prefixes = this.#manyPrefixes(of, path)
    return prefixes.length > 0 && ('null' in operand ? op === ':' && prefixes.at(-1) === path : op === '<>')
  }
  #any(start: Place, each: Asked): boolean {
    const values = this.#all([start, each.path.split('.')])
    if ('null' in each.operand) return values.length > 0
    return values.some(({ row }) => holds(row, { ...each, op: ':' }))
  }

  /** Where a path goes on from: the row chosen for its longest prefix, and the names that remain. */
  #nearest(start: Place, path: string, chosen: ReadonlyMap<string, Place>): [Place, string[]] {
    const prefixes = [...chosen.keys()].filter(each => path.startsWith(`${each}.`) || path === each)
    const prefix = prefixes.sort((one, other) => other.length - one.length)[0]
    return prefix === undefined
      ? [start, path.split('.')]
      : [
          chosen.get(prefix)!,
          path
            .slice(prefix.length + 1)
            .split('.')
            .filter(Boolean),
        ]
  }
  #value(start: Place, path: string, chosen: ReadonlyMap<string, Place>): unknown {
    const [place, names] = this.#nearest(start, path, chosen)
    return this.#all([place, names])[0]?.row ?? null
  }

  /** Everything that a path leads to; the last name may be a field, whose value then stands for a row. */
  #all([place, names]: [Place, string[]]): Place[] {
    const [name, ...rest] = names
    if (name === undefined) return [place]
    const { of, row } = place
    const { one, many } = this.#shape(of)
    const [target, field] = many?.[name] ?? one?.[name] ?? []
    if (!target || !field) return [{ of, row: (row?.[spelled[name] ?? name] ?? null) as Row | null }]
    const related = many?.[name]
      ? this.#of(target).filter(other => row && other[field] === row.id)
      : [this.#of(target).find(other => other.id === row?.[field]) ?? null]
    return related.flatMap(other => this.#all([{ of: target, row: other }, rest]))
  }

  #of(name: Name): readonly Row[] {
    return this.#rows[name] ?? []
  }
  #shape(of: Name): Shape {
    return shapes[of] ?? {}
  }
  #manyPrefixes(of: Name, path: string): string[] {
    const prefixes: string[] = []
    let here = of
    path.split('.').forEach((name, nth, names) => {
      const { one, many } = this.#shape(here)
      if (many?.[name]) prefixes.push(names.slice(0, nth + 1).join('.'))
      here = (one?.[name] ?? many?.[name] ?? [here])[0]
    })
    return prefixes
  }
}

function holds(value: unknown, { op, operand }: Asked): boolean {
  if ('null' in operand) return (value === null) === (op === ':')
  if ('keyword' in operand) {
    if (value === null) return false
    const [text, keyword] = [String(value).toLowerCase(), operand.keyword.toLowerCase()]
    return operand.open === 'both' ? text.includes(keyword) : operand.open === 'end' ? text.startsWith(keyword) : text.endsWith(keyword)
  }
  const isAmong = value !== null && operand.values.some(each => order(value, each) === 0)
  if (op === ':') return isAmong || (value === null && !!operand.orNull)
  if (op === '<>') return !isAmong
  const place = value === null ? Number.NaN : order(value, operand.values[0]!)
  return { '>': place > 0, '<': place < 0, '>=': place >= 0, '<=': place <= 0 }[op]
}

/** Below, at, or above; a day is one long moment. */
function order(value: unknown, to: Scalar): number {
  if (typeof to === 'object') {
    const at = Date.parse(String(value))
    return at < to.from ? -1 : at >= to.to ? 1 : 0
  }
  if (typeof to === 'string') return Buffer.compare(Buffer.from(String(value)), Buffer.from(to))
  return Number(value) - Number(to)
}
