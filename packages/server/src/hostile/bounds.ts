import { metaOf, type Endpoint } from '@forecourt/contract'
import { z } from 'zod'
import { sample } from '../testing/sample.ts'
import { places, real, type Attack, type IdOf } from './attacks.ts'

/** A value on the edge of what a field takes, and what it is: the least or the most, or just beyond. */
interface Edge {
  readonly kind: 'at the bound' | 'beyond the bound'
  readonly value: unknown
}

/** Longer texts and lists are bounded by the size of a request. */
const longest = 100_000

/** The bounds that a field declares, read as OpenAPI prints them. */
function edgesOf(field: z.ZodType): Edge[] {
  const { bare, ref } = metaOf(field)
  if (ref) return []
  const json = z.toJSONSchema(bare, { unrepresentable: 'any', io: 'input' })
  const at = (value: unknown): Edge => ({ kind: 'at the bound', value })
  const beyond = (value: unknown): Edge => ({ kind: 'beyond the bound', value })
  if (bare instanceof z.ZodNumber) {
    const { minimum, maximum, exclusiveMaximum, multipleOf = 1 } = json
    return [
      ...(typeof minimum === 'number' ? [at(minimum), beyond(minimum - multipleOf)] : []),
      ...(typeof maximum === 'number' ? [at(maximum), beyond(maximum + multipleOf)] : []),
      ...(typeof exclusiveMaximum === 'number' ? [at(exclusiveMaximum - multipleOf), beyond(exclusiveMaximum)] : []),
    ]
  }
  if (bare instanceof z.ZodString) {
    const most = json.maxLength ?? longest
    return most <= longest ? [at('x'.repeat(most)), at('宽'.repeat(most)), beyond('x'.repeat(most + 1))] : []
  }
  if (!(bare instanceof z.ZodArray)) return []
  const { maxItems = longest } = json
  const one = sample(bare.element as z.ZodType)
  return maxItems < 5000 ? [at(Array(maxItems).fill(one)), beyond(Array(maxItems + 1).fill(one))] : []
}

/** The most that every field of a body takes, all at once; what is asked after by name stays as it is. */
function greatest(schema: z.ZodType, good: unknown): unknown {
  const { bare, ref } = metaOf(schema)
  if (ref || good === undefined || good === null) return good
  if (bare instanceof z.ZodObject) {
    const stated = good as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(bare.shape as Record<string, z.ZodType>).flatMap(([name, field]): [string, unknown][] => {
        if (metaOf(field).ref) return name in stated ? [[name, stated[name]]] : []
        const given = stated[name] ?? sample(metaOf(field).bare)
        return given === undefined ? [] : [[name, greatest(field, given)]]
      }),
    )
  }
  if (bare instanceof z.ZodArray)
    return Array.isArray(good) && good.length > 0 ? [0, 1].map(() => greatest(bare.element as z.ZodType, good[0])) : good
  if (!(bare instanceof z.ZodNumber)) return good
  const values = edgesOf(schema).filter(({ kind, value }) => kind === 'at the bound' && schema.safeParse(value).success)
  return values.length > 0 ? Math.max(...values.map(({ value }) => value as number)) : good
}

/** What must be another with each record, or be there for a call to get further; put where a body has such a field and takes the value. */
const fresh = (turn: number, idOf: IdOf): Record<string, unknown[]> => ({
  sequence: [turn],
  stationId: [idOf('stations')],
  itemId: [idOf('items')],
  code: [`b${turn}`, String(turn % 1000).padStart(3, '0')],
  name: [`Bound ${turn}`],
  number: [turn % 1000, `9200${String(1e10 + turn).slice(1)}`],
  logicNo: [turn % 1000],
  mobile: [`139${String(1e8 + turn).slice(1)}`],
  createdDate: ['2026-11-20T07:00:00.000Z'],
  holderMobile: [`138${String(1e8 + turn).slice(1)}`],
})
function dressed(schema: z.ZodType, good: unknown, turn: number, idOf: IdOf): unknown {
  const { bare } = metaOf(schema)
  if (bare instanceof z.ZodArray && Array.isArray(good)) return good.map(each => dressed(bare.element as z.ZodType, each, turn, idOf))
  if (!(bare instanceof z.ZodObject) || typeof good !== 'object' || good === null) return good
  const shape = bare.shape as Record<string, z.ZodType>
  const worn = Object.entries(fresh(turn, idOf)).flatMap(([name, values]) => {
    const value = shape[name] && values.find(each => shape[name]!.safeParse(each).success)
    return value === undefined ? [] : [[name, value] as const]
  })
  const within = Object.entries(good).map(([name, value]) => [name, shape[name] ? dressed(shape[name], value, turn, idOf) : value] as const)
  return Object.fromEntries([...within, ...worn])
}

/** Every field of a call at its bounds and just beyond them: alone, all together, and as one of several records of a batch. */
export function edgesOfCall({ method, path, body, query }: Endpoint, idOf: IdOf): Attack[] {
  const id = path.includes('/:id') ? idOf(path.split('/')[1]!) : 0
  const url = `/api/v1${path.replace('/:id', `/${id}`)}`
  const made: Attack[] = []
  const add = (kind: string, what: string, sent: unknown) =>
    made.push({
      kind,
      what: what.slice(0, 120),
      refused: !body!.safeParse(sent).success,
      request: { method, url, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(sent) },
    })
  if (body && method !== 'GET') {
    const bare = real(body, sample(body), idOf)
    const asSure = (sent: unknown) => {
      const { shape } = body as z.ZodObject
      const { amountCents } = Object(sent) as { amountCents?: unknown }
      return amountCents !== undefined && 'confirmAmountCents' in (shape ?? {})
        ? { ...(sent as object), confirmAmountCents: amountCents }
        : sent
    }
    for (const [nth, { at, field }] of places(body, dressed(body, bare, 1, idOf)).entries()) {
      for (const { kind, value } of edgesOf(field)) {
        const good = dressed(body, bare, made.length + 1, idOf)
        const { fill } = places(body, good)[nth]!
        add(kind, `${at} = ${JSON.stringify(value).slice(0, 60)}`, asSure(fill(value)))
        const batch = batched(fill(value), good)
        if (batch) add('in a batch', `${at} = ${JSON.stringify(value).slice(0, 60)}`, batch)
      }
    }
    add('all at once', 'the most of every field', asSure(greatest(body, dressed(body, bare, 999, idOf))))
  }
  for (const [name, field] of Object.entries<z.ZodType>((query as z.ZodObject | undefined)?.shape ?? {})) {
    for (const { value } of edgesOf(field).filter(edge => typeof edge.value === 'number')) {
      made.push({
        kind: 'query',
        what: `${name}=${String(value)}`,
        refused: false,
        request: { method, url: `${url}?${name}=${String(value)}`, headers: {} },
      })
    }
  }
  return made
}

/** A body whose only list of records holds this one, between two good ones. */
function batched(sent: unknown, good: unknown): unknown {
  const lists = Object.entries(Object(sent) as Record<string, unknown>).filter(([, value]) => Array.isArray(value) && value.length === 1)
  const [name, list] = lists.length === 1 ? lists[0]! : []
  const fine = (Object(good) as Record<string, unknown>)[name ?? ''] as unknown[] | undefined
  return name && fine?.[0] && typeof fine[0] === 'object'
    ? { ...(sent as object), [name]: [fine[0], (list as unknown[])[0], fine[0]] }
    : undefined
}
