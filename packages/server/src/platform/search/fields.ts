import { metaOf, resources, type Resource } from '@forecourt/contract'
import type { z } from 'zod'
import type { ScopeValue } from '../execution/command.ts'
import { refuse } from '../execution/refusal.ts'
import { limits } from './parse.ts'

export type FieldType = 'int' | 'decimal' | 'bool' | 'enum' | 'string' | 'instant' | 'day' | 'relation' | 'relations'

/** What a path leads to: the column, and the relations on the way. */
export interface Field {
  readonly path: string
  readonly steps: readonly Step[]
  readonly column: string
  readonly type: FieldType
  readonly choices: readonly string[]
}

/** From a row to one related row, or to many. */
export interface Step {
  readonly name: string
  readonly target: Resource
  readonly many: boolean
  /** To one: our field that holds the id of the other. To many: the field of the others that holds our id. */
  readonly column: string
}

interface Column {
  readonly type?: FieldType
  readonly choices: readonly string[]
  readonly ref?: string
  readonly shown: boolean
}

/**
 * What a path of the search or the sort means for a resource. Only what its contract declares can be named, and of a related record
 * only what the caller may see: anyone who could search by the rest would find it out by asking.
 * @throws search_unknown_field
 */
export function fieldAt(
  resource: Resource,
  path: string,
  position: number,
  parameter: 'search' | 'sort' | 'groupBy' = 'search',
  sight: Sight = {},
): Field {
  return lookUp(resource, path, sight) ?? refuse('search_unknown_field', { path, position, field: parameter })
}

function lookUp(resource: Resource, path: string, sight: Sight): Field | undefined {
  const steps: Step[] = []
  let [here, names, spelled] = [resource, path.split('.'), 0]
  for (;;) {
    if (spelled-- === 0) {
      const { real, taken } = spelledOut(here, names)
      names = [...real, ...names.slice(taken)]
      spelled = real.length - 1
    }
    const [name = '', ...rest] = names
    if (here.unsearchable?.includes(name)) return undefined
    if (steps.length > 0 && name !== 'id' && !isTold(here, name, sight)) return undefined
    const column = columnsOf(here).get(name)
    if (rest.length === 0 && column?.type) return { path, steps, column: name, type: column.type, choices: column.choices }

    const step = stepOf(here, name)
    if (!step || (!step.many && here.unsearchable?.includes(step.column))) return undefined
    if (rest.length === 0) return relation(path, steps, step)
    // The id of a related row stands in our own row: no need to go and fetch it.
    if (!step.many && rest.join() === 'id') return { path, steps, column: step.column, type: 'int', choices: [] }
    steps.push(step)
    here = step.target
    names = rest
  }
}

const relation = (path: string, steps: readonly Step[], step: Step): Field =>
  step.many
    ? { path, steps: [...steps, step], column: 'id', type: 'relations', choices: [] }
    : { path, steps, column: step.column, type: 'relation', choices: [] }

/** What a name, or the first two of a path together, stand for; and how many of the path that takes. */
function spelledOut({ aliases = {} }: Resource, [name = '', next]: readonly string[]): { real: string[]; taken: number } {
  const pair = `${name}.${next}`
  if (Object.hasOwn(aliases, pair)) return { real: aliases[pair]!.split('.'), taken: 2 }
  return { real: Object.hasOwn(aliases, name) ? aliases[name]!.split('.') : [name], taken: 1 }
}

/** The relation of that name, when the resource it leads to exists. */
export function stepOf(resource: Resource, name: string): Step | undefined {
  const many = resource.many && Object.hasOwn(resource.many, name) ? resource.many[name] : undefined
  const column = many ? many[1] : `${name}Id`
  const target = resources.get(many ? many[0] : (columnsOf(resource).get(column)?.ref ?? ''))
  return target && { name, target, many: !!many, column }
}

/** The related rows that an `expand` asks for. */
export interface Expand {
  readonly step: Step
  readonly then: Map<string, Expand>
  /** The relation within whose record it is shown, where another name asks for it there: `card.group` of an account is its own group. */
  readonly shownIn?: string
}

/**
 * `station`, `userCard.card.group` as a tree: each relation is fetched once.
 * A list of many never leads back to where its rows came from: the answer would multiply with every turn.
 * @throws expand.unknown
 */
export function expandOf(resource: Resource, paths: readonly string[]): Map<string, Expand> {
  const tree = new Map<string, Expand>()
  for (const path of paths) {
    if (laterOf(resource, path)) continue
    const unknown = () => refuse('expand.unknown', { path })
    const names = path.split('.')
    if (names.length > limits.segments || paths.length > limits.terms) unknown()
    let [here, branch] = [resource, tree]
    const passed = new Set([resource.name])
    for (let nth = 0; nth < names.length; nth++) {
      const name = names[nth]!
      // `createdBy.name` is how the specification asks for a relation of which it shows one field.
      if (nth > 0 && nth === names.length - 1 && shownBy(here).includes(name)) break
      const within = borrowed(here, name, names[nth + 1], branch)
      if (within) {
        ;[here, branch] = [within.step.target, within.then]
        nth++
        continue
      }
      const [real = '', ...further] = spelledOut(here, [name]).real
      const step = branch.get(name)?.step ?? (further.length > 0 ? undefined : stepOf(here, real)) ?? unknown()
      if (step.many && nth > 0 && passed.has(step.target.name)) unknown()
      const node = branch.get(name) ?? { step, then: new Map() }
      branch.set(name, node)
      passed.add(step.target.name)
      ;[here, branch] = [step.target, node.then]
    }
  }
  return tree
}

/** `card.group` of a record that has the group itself: it is fetched there, and shown within `card`. */
function borrowed(here: Resource, name: string, next: string | undefined, branch: Map<string, Expand>): Expand | undefined {
  const real = here.aliases?.[`${name}.${next}`]
  const [step, holder] = real ? [stepOf(here, real), stepOf(here, name)] : []
  if (!step || !holder || step.many || holder.many) return undefined
  if (!branch.has(name)) branch.set(name, { step: holder, then: new Map() })
  const node = branch.get(`${name}.${next}`) ?? { step, then: new Map(), shownIn: name }
  branch.set(`${name}.${next}`, node)
  return node
}

/** The relation that a path asks for whose records are not kept yet: `userDeals` of `userDeals.deal`. */
export function laterOf({ later }: Resource, path: string): string | undefined {
  const [name = '', ...further] = path.split('.')
  const known = later && Object.hasOwn(later, name) ? later[name]! : undefined
  return known && further.length <= 1 && further.every(step => known.includes(step)) ? name : undefined
}

type Sight = Pick<ScopeValue, 'permissions'>
/** Whether the caller may read the records of a resource; else only their label is given where others refer to them. */
export const mayRead = ({ permission }: Resource, { permissions }: Sight): boolean =>
  permissions === undefined || permissions.has(`${permission}.read`)
const isTold = (resource: Resource, field: string, sight: Sight) => mayRead(resource, sight) || !!resource.label?.includes(field)

const known = new WeakMap<Resource, ReadonlyMap<string, Column>>()

/** The columns of a resource by field. What is taken and never shown is not among them. */
function columnsOf(resource: Resource): ReadonlyMap<string, Column> {
  const found = known.get(resource) ?? new Map([...belonging(resource), ...declared(resource)])
  known.set(resource, found)
  return found
}

const declared = (resource: Resource): [string, Column][] =>
  Object.entries<z.ZodType>(resource.row.shape)
    .filter(([, schema]) => metaOf(schema).format !== 'password')
    .map(([field, schema]) => [field, columnOf(schema)])

/** Every row belongs to a company, and a station's to a station, whether or not its contract shows it. */
function belonging({ scope }: Resource): [string, Column][] {
  const to = (ref: string): Column => ({ type: 'int', choices: [], ref, shown: false })
  return [
    ...(scope === 'tenant' || scope === 'headOffice' ? [] : [['companyId', to('companies')] as [string, Column]]),
    ...(scope === 'station' ? [['stationId', to('stations')] as [string, Column]] : []),
  ]
}

/** The fields that a row shows, each of them a column. */
export const shownBy = (resource: Resource): string[] => [...columnsOf(resource)].filter(([, { shown }]) => shown).map(([field]) => field)

function columnOf(schema: z.ZodType): Column {
  const { format, ref, bare } = metaOf(schema)
  const choices = choicesOf(bare)
  const type = format === 'instant' ? 'instant' : format === 'date' ? 'day' : choices.length > 0 ? 'enum' : plainType(bare)
  return { choices, shown: true, ...(type && { type }), ...(ref && { ref }) }
}

function choicesOf(bare: z.ZodType): readonly string[] {
  if (bare.def.type === 'enum') return Object.values((bare as z.ZodEnum).enum).map(String)
  const values = bare.def.type === 'literal' ? [...(bare as z.ZodLiteral).values] : []
  return values.every(value => typeof value === 'string') ? values : []
}

/** Lists and objects have none: nothing is compared with them. */
function plainType(bare: z.ZodType): FieldType | undefined {
  if (bare.def.type === 'number') return (bare as z.ZodNumber).format?.includes('int') ? 'int' : 'decimal'
  // A code out of a few is a number like any other: what is none of them is of no row.
  if (bare.def.type === 'literal' && [...(bare as z.ZodLiteral).values].every(Number.isInteger)) return 'int'
  if (bare.def.type === 'boolean') return 'bool'
  return bare.def.type === 'string' ? 'string' : undefined
}
