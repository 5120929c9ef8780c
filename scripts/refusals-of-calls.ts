// Writes which refusals each call can answer with, read from the source of its handler: every code that the handler, or a function that it
// reaches, names, and every constraint of the tables that these write. With --check it writes nothing and fails when the file differs.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from '@swc/core'
import * as contract from '../packages/contract/src/index.ts'

const root = join(import.meta.dirname, '..')
const file = join(root, 'packages/server/src/platform/http/refusals-of-calls.json')
type Node = { readonly type?: string } & Record<string, unknown>
type Endpoint = contract.Endpoint

/** A piece of source: what it names, what it says, and the tables that it writes. */
interface Piece {
  readonly names: ReadonlySet<string>
  readonly texts: readonly string[]
  readonly written: readonly Write[]
  /** The columns that its updates set. */
  readonly fields: ReadonlySet<string>
}
interface Write {
  readonly table: string
  readonly isNew: boolean
}
interface Source {
  readonly path: string
  readonly declared: Map<string, Piece>
  /** Every call expression, and every object, wherever it stands. */
  readonly expressions: readonly Node[]
  /** Local name → where it is declared, and its name there. `*` stands for all that a file shows. */
  readonly imports: Map<string, { from: string; name: string }>
  readonly passedOn: string[]
}

const wrappers = new Set(['TsAsExpression', 'TsNonNullExpression', 'TsSatisfiesExpression', 'TsConstAssertion'])

/** Every node that is not a type, from the outside in; not what stands after a dot or before a colon. */
function* within(node: unknown): Generator<Node> {
  if (Array.isArray(node)) {
    for (const each of node) yield* within(each)
    return
  }
  if (!node || typeof node !== 'object') return
  const here = node as Node
  if (here.type?.startsWith('Ts') && !wrappers.has(here.type)) return
  yield here
  for (const [key, value] of Object.entries(here)) {
    const isPlainName = (value as Node | null)?.type === 'Identifier'
    if (key === 'property' && here.type === 'MemberExpression' && isPlainName) continue
    if (key === 'key' && isPlainName) continue
    yield* within(value)
  }
}

const named = (node: Node | undefined, name: string) => node?.type === 'Identifier' && node['value'] === name
const argumentsOf = (call: Node) => (call['arguments'] as { expression: Node }[]).map(({ expression }) => expression)
const snake = (name: string) => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The columns that an object sets. What a variable holds may be any of them. */
const fieldsOf = (given: Node): string[] =>
  given.type === 'ObjectExpression'
    ? (given['properties'] as Node[]).map(each => snake(String((each['key'] as Node | undefined)?.['value'] ?? each['value'] ?? '*')))
    : ['*']

function pieceOf(node: unknown): Piece {
  const names = new Set<string>()
  const texts: string[] = []
  const written: Write[] = []
  const fields = new Set<string>()
  for (const each of within(node)) {
    if (each.type === 'Identifier') names.add(String(each['value']))
    if (each.type === 'StringLiteral') texts.push(String(each['value']))
    if (each.type === 'TemplateElement') {
      const raw = String(each['raw'])
      for (const [, act, table = ''] of raw.matchAll(/(insert into|update) (\w+)/g)) written.push({ table, isNew: act !== 'update' })
      for (const [, column = ''] of raw.matchAll(/(?:set |, )(\w+) = /g)) fields.add(column)
    }
    const method = each.type === 'CallExpression' ? ((each['callee'] as Node)['property'] as Node | undefined) : undefined
    const [set, ...more] = named(method, 'set') ? argumentsOf(each) : []
    if (set && more.length === 0) for (const field of fieldsOf(set)) fields.add(field)
    const [table] = named(method, 'insertInto') || named(method, 'updateTable') ? argumentsOf(each) : []
    if (table?.type === 'StringLiteral') written.push({ table: snake(String(table['value'])), isNew: named(method, 'insertInto') })
    const [, many] = each.type === 'CallExpression' && named(each['callee'] as Node, 'insertRows') ? argumentsOf(each) : []
    if (many?.type === 'StringLiteral') written.push({ table: snake(String(many['value'])), isNew: true })
  }
  return { names, texts, written, fields }
}

/** The object of `{ … } satisfies Module`: it lists a module's parts, and none of them answers for the others. */
function manifestOf(part: Node): Node | undefined {
  const init = part['init'] as Node | null | undefined
  const type = (init?.['typeAnnotation'] as Node | undefined)?.['typeName'] as Node | undefined
  return init?.type === 'TsSatisfiesExpression' && type?.['value'] === 'Module' ? (init['expression'] as Node) : undefined
}

function read(path: string): Source {
  const { body } = parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript', target: 'esnext' })
  const source: Source = { path, declared: new Map(), imports: new Map(), passedOn: [], expressions: [] }
  const expressions: Node[] = []
  const at = (text: string) => (text.startsWith('.') ? join(dirname(path), text) : text)
  for (const given of body as unknown as Node[]) {
    const node = given.type === 'ExportDeclaration' ? (given['declaration'] as Node) : given
    if (node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration') {
      const from = (node['source'] as Node | null)?.['value']
      for (const each of node['specifiers'] as Node[]) {
        const [inner, outer] = [
          each['imported'] ?? each['orig'] ?? each['local'],
          each['local'] ?? each['exported'] ?? each['orig'],
        ] as Node[]
        if (typeof from === 'string' && inner && outer)
          source.imports.set(String(outer['value']), { from: at(from), name: String(inner['value']) })
      }
    } else if (node.type === 'ExportAllDeclaration') source.passedOn.push(at(String((node['source'] as Node)['value'])))
    else {
      const parts = node.type === 'VariableDeclaration' ? (node['declarations'] as Node[]) : [node]
      for (const part of parts) {
        if (manifestOf(part)) continue
        const piece = pieceOf(part)
        for (const name of pieceOf(part['id'] ?? part['identifier']).names) source.declared.set(name, piece)
      }
      const manifests = parts.map(manifestOf)
      expressions.push(
        ...[...within(node)].filter(each => ['CallExpression', 'ObjectExpression'].includes(each.type!) && !manifests.includes(each)),
      )
    }
  }
  return { ...source, expressions }
}

const sources = new Map(
  globSync('packages/server/src/{modules,platform}/**/*.ts', { cwd: root })
    .filter(path => !path.endsWith('.test.ts'))
    .map(path => [join(root, path), read(join(root, path))] as const),
)

/** Where a name that a file uses is declared. */
function found(path: string, name: string): { source: Source; name: string } | undefined {
  const source = sources.get(path)
  if (!source) return undefined
  if (source.declared.has(name)) return { source, name }
  const imported = source.imports.get(name)
  if (imported) return found(imported.from, imported.name)
  return source.passedOn.map(from => found(from, name)).find(each => each !== undefined)
}

/** What a name that a file imports from the contract stands for: `users.update`, `orders`. */
function contractValue({ imports }: Source, node: Node): unknown {
  if (node.type === 'Identifier') {
    const imported = imports.get(String(node['value']))
    return imported?.from === '@forecourt/contract' ? (contract as Record<string, unknown>)[imported.name] : undefined
  }
  if (wrappers.has(node.type ?? '')) return contractValue({ imports } as Source, node['expression'] as Node)
  if (node.type !== 'MemberExpression') return undefined
  const owner = contractValue({ imports } as Source, node['object'] as Node)
  const property = node['property'] as Node
  return property.type === 'Identifier' ? (owner as Record<string, unknown> | undefined)?.[String(property['value'])] : undefined
}
const isEndpoint = (value: unknown): value is Endpoint => contract.endpoints.includes(value as Endpoint)
const isResource = (value: unknown): value is contract.Resource => [...contract.resources.values()].includes(value as contract.Resource)

interface Constraint {
  readonly code: string
  readonly columns: ReadonlySet<string>
}
/** Constraints and unique indexes that are named after a refusal, by table, with the words of their definition. */
function constraints(): Map<string, Constraint[]> {
  const byTable = new Map<string, Constraint[]>()
  for (const path of globSync('db/migrations/*.sql', { cwd: root })) {
    for (const statement of readFileSync(join(root, path), 'utf8').replaceAll(/--.*/g, '').split(';')) {
      const table = /(?:create table|alter table(?: only)?|unique index(?: "[^"]+")?\s+on)\s+(?:if not exists )?(\w+)/.exec(statement)?.[1]
      if (!table) continue
      for (const [, code = '', definition = ''] of statement.matchAll(/(?:constraint|index) "([\w.]+)"(.*)/g)) {
        if (!(code in contract.errors)) continue
        const columns = new Set([...definition.matchAll(/\w+/g)].map(([word]) => word).filter(word => word !== 'company_id'))
        byTable.set(table, [...(byTable.get(table) ?? []), { code, columns }])
      }
    }
  }
  return byTable
}
const constraintsOf = constraints()

/** The codes that a piece of source names, and those of the tables that it writes. */
function saidBy(source: Source, { names, texts, written, fields }: Piece): string[] {
  const rows = ['createRow', 'updateRow'].some(act => names.has(act))
    ? [...names].map(value => contractValue(source, { type: 'Identifier', value })).filter(isResource)
    : []
  const ofRows = rows.flatMap(({ table }) => constraintsOf.get(table) ?? [])
  const ofWrites = written.flatMap(({ table, isNew }) =>
    (constraintsOf.get(table) ?? []).filter(({ columns }) => isNew || fields.has('*') || [...columns].some(column => fields.has(column))),
  )
  const bound = [...ofRows, ...ofWrites].map(({ code }) => code)
  return [...texts.filter(text => text in contract.errors), ...bound, ...(names.has('deleteRow') ? ['inUse'] : [])]
}

/** Everything that can be said from here on. */
function reachable(source: Source, start: Piece): Set<string> {
  const codes = new Set(saidBy(source, start))
  const seen = new Set<Piece>()
  const open = [{ source, piece: start }]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const name of next.piece.names) {
      const there = found(next.source.path, name)
      const piece = there?.source.declared.get(there.name)
      if (!there || !piece || seen.has(piece)) continue
      seen.add(piece)
      for (const code of saidBy(there.source, piece)) codes.add(code)
      open.push({ source: there.source, piece })
    }
  }
  return codes
}

/** What every call of its shape can answer is written by the shape, in openapi.ts; here stands what is particular to a call. */
const ofShape = /^(notFound|validation|expand\.unknown|internal|search_\w+|auth\.\w+|request\.\w+|idempotency\.\w+|server\.busy)$/
const byCall = new Map<Endpoint, Set<string>>()
const add = (endpoint: Endpoint | undefined, codes: Iterable<string>) => {
  if (endpoint) byCall.set(endpoint, new Set([...(byCall.get(endpoint) ?? []), ...[...codes].filter(code => !ofShape.test(code))]))
}

/** `handle(endpoint, …)` and `{ endpoint, run }`: the endpoint that an expression answers. */
function endpointOf(source: Source, expression: Node): Endpoint | undefined {
  const property = (expression['properties'] as Node[] | undefined)?.find(each => named(each['key'] as Node, 'endpoint'))
  const given = expression.type === 'CallExpression' ? argumentsOf(expression)[0] : (property?.['value'] as Node | undefined)
  const value = given && contractValue(source, given)
  return isEndpoint(value) ? value : undefined
}

/** What makes handlers of a record, by the parts that answer its calls. */
const made = [
  [
    'queried',
    [
      ['listed', 'list'],
      ['counted', 'totals'],
    ],
  ],
  ['counted', [['counted', 'totals']]],
] as const

for (const source of sources.values()) {
  for (const expression of source.expressions) {
    const piece = pieceOf(expression)
    const endpoint = endpointOf(source, expression)
    if (endpoint) add(endpoint, reachable(source, piece))
    for (const [maker, answers] of made) {
      if (!piece.names.has(maker)) continue
      const there = found(source.path, maker)?.source
      // Another thing of that name.
      if (!there?.declared.has('listed')) continue
      for (const value of piece.names) {
        const of = contractValue(source, { type: 'Identifier', value }) as Partial<contract.Resource> | undefined
        for (const [name, act] of answers) if (isEndpoint(of?.[act])) add(of[act], reachable(there, there.declared.get(name)!))
      }
    }
  }
}
// What no handler of its own answers is answered by `crud`.
const crud = sources.get(join(root, 'packages/server/src/platform/execution/crud.ts'))!
for (const { list, get, totals, create, update, delete: remove, table } of contract.resources.values()) {
  const bound = (constraintsOf.get(table) ?? []).map(({ code }) => code)
  const said = (name: string) => reachable(crud, crud.declared.get(name)!)
  for (const endpoint of [list, get, totals]) if (endpoint && !byCall.has(endpoint)) add(endpoint, [])
  if (create && !byCall.has(create)) add(create, [...said('createRow'), ...bound])
  if (update && !byCall.has(update)) add(update, [...said('updateRow'), ...bound])
  if (remove && !byCall.has(remove)) add(remove, ['inUse'])
}

// A file is taken in before the act begins.
const form = sources.get(join(root, 'packages/server/src/platform/http/http-files.ts'))!
for (const endpoint of contract.endpoints.filter(({ takes }) => takes)) add(endpoint, reachable(form, form.declared.get('fileIn')!))

const lines = contract.endpoints.map(endpoint => {
  // Only what was read with its version can have changed in the meantime.
  const codes = [...(byCall.get(endpoint) ?? [])].filter(code => code !== 'stale' || endpoint.method !== 'GET')
  if (!byCall.has(endpoint)) throw new Error(`No handler was found for ${endpoint.method} ${endpoint.path}`)
  return `  ${JSON.stringify(`${endpoint.method} ${endpoint.path}`)}: ${JSON.stringify(codes.toSorted())}`
})
const text = `{\n${lines.toSorted().join(',\n')}\n}\n`
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (!existsSync(file) || JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))) !== JSON.stringify(JSON.parse(text))) {
  console.error(`${relative(root, file)} is not what the handlers say: npm run api:refusals writes it anew.`)
  process.exitCode = 1
}
