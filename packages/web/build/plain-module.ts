import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { parseSync } from 'vite'
import { hasSchemas, plainly } from './plain-values.ts'

const contract = resolve(import.meta.dirname, '../../contract/src')
const cells = resolve(contract, 'export/cell.ts')
const maker = JSON.stringify(resolve(import.meta.dirname, '../src/core/plain-records.ts'))

/** A module of the contract without its schemas. */
export interface PlainModule {
  readonly code: string
  /** Whether there are schemas in it. */
  readonly changed: boolean
  /** The modules that the whole one needs. */
  readonly needs: readonly string[]
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nameOf = (node: unknown) => (node as Node | null)?.['name'] as string

/** Expressions that say a type as well. */
const typed: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** The names that a part of a program uses when it runs; types are gone by then. */
function namesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const part of value) namesIn(part, found)
  if (!isNode(value)) return found
  if (value.type === 'Identifier') found.add(nameOf(value))
  else if (typed.has(value.type)) namesIn(value['expression'], found)
  else if (!value.type.startsWith('TS')) for (const part of partsOf(value)) namesIn(part, found)
  return found
}
function partsOf({ type, start: _start, end: _end, ...parts }: Node): unknown[] {
  const computed = parts['computed'] === true
  if (type === 'MemberExpression') return [parts['object'], computed && parts['property']]
  if (type === 'Property') return [computed && parts['key'], parts['value']]
  return Object.values(parts)
}

/** A statement at the top of a module, with the names that it declares and uses. */
interface Statement {
  readonly text: string
  readonly declares: string
  readonly uses: ReadonlySet<string>
  /** It is exported, or does something by being there. */
  readonly kept: boolean
  /** It had schemas, and is data now. */
  readonly plain?: true
}

/** What says by a call of its own what it is: the call stays, for the schemas are gone already from what it is given. */
const stays = (init: Node | null) =>
  init?.type === 'ArrayExpression' ||
  init?.type === 'NewExpression' ||
  (init?.type === 'CallExpression' && nameOf(init['callee']) === 'actsBy')

interface Module {
  readonly text: string
  readonly body: readonly Node[]
  /** `<domain>:`, before the name of an export. */
  readonly place: string
  readonly values: Readonly<Record<string, unknown>>
}

function statementsOf(node: Node, { text, place, values }: Module): Statement[] {
  const exported = node.type.startsWith('Export')
  const declaration = (node.type === 'ExportNamedDeclaration' ? node['declaration'] : node) as Node | null
  const isType = node.type.startsWith('TS') || node['exportKind'] === 'type' || declaration?.type.startsWith('TS')
  if (isType || node.type === 'ImportDeclaration') return []
  if (declaration?.type !== 'VariableDeclaration') {
    const kept = exported || node.type === 'ExpressionStatement'
    return [{ text: text.slice(node.start, node.end), declares: nameOf(declaration?.['id']), uses: namesIn(node), kept }]
  }
  return (declaration['declarations'] as Node[]).map(each => {
    const [name, init] = [nameOf(each['id']), each['init'] as Node | null]
    const head = `${exported ? 'export ' : ''}${String(declaration['kind'])} `
    if (!exported || !hasSchemas(values[name]) || stays(init))
      return { text: head + text.slice(each.start, each.end), declares: name, uses: namesIn(init), kept: exported }
    return {
      text: `${head}${name} = ${plainly(values[name], place + name)}`,
      declares: name,
      uses: new Set<string>(),
      kept: true,
      plain: true,
    }
  })
}

/** Those that are kept, and what they use. */
function alive(statements: readonly Statement[]): Statement[] {
  const found = new Set(statements.filter(({ kept }) => kept))
  for (const { uses } of found) for (const other of statements) if (uses.has(other.declares)) found.add(other)
  return statements.filter(statement => found.has(statement))
}

/** An import with what of it is still used. */
function importOf(node: Node, used: ReadonlySet<string>): string[] {
  if (node.type !== 'ImportDeclaration' || node['importKind'] === 'type') return []
  const names = (node['specifiers'] as Node[]).filter(each => each['importKind'] !== 'type' && used.has(nameOf(each['local'])))
  const written = names.map(({ type, imported, local }) => {
    if (type === 'ImportNamespaceSpecifier') return `* as ${nameOf(local)}`
    return type === 'ImportDefaultSpecifier' ? nameOf(local) : `{ ${nameOf(imported)} as ${nameOf(local)} }`
  })
  return written.map(name => `import ${name} from ${(node['source'] as Node)['raw'] as string}`)
}

/** Modules of the contract that a statement brings, for more than their types. */
function neededBy(node: Node, folder: string): string[] {
  const [from, kind] = [(node['source'] as Node | null)?.['value'], node['importKind'] ?? node['exportKind']]
  return typeof from === 'string' && from.startsWith('.') && kind !== 'type' ? [resolve(folder, from)] : []
}

/** A module of the contract as the browser has it before a form asks for its schemas. @source docs/adr/0051 */
export async function plainModule(file: string): Promise<PlainModule> {
  if (file === resolve(contract, 'described.ts')) return { code: `export { described } from ${maker}`, changed: true, needs: [cells] }
  const text = readFileSync(file, 'utf8')
  const body = parseSync(file, text).program.body as unknown as Node[]
  const place = `${relative(contract, dirname(file)) || 'kit'}:`
  const values = (await import(file)) as Record<string, unknown>
  const statements = alive(body.flatMap(node => statementsOf(node, { text, body, place, values })))
  const imports = body.flatMap(node => importOf(node, new Set(statements.flatMap(({ uses }) => [...uses]))))
  return {
    code: [`import { record } from ${maker}`, ...imports, ...statements.map(each => each.text), ''].join('\n'),
    needs: body.flatMap(node => neededBy(node, dirname(file))),
    changed: statements.some(({ plain }) => plain) || imports.some(line => line.endsWith("'zod'")),
  }
}
