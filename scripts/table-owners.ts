// The rules of imports hold in the database too: a module's SQL names its own tables, views and functions and those of the modules that it
// may use, and writes its own tables alone (db/owners.cjs, db/owners.json). Run as a program it fails where that does not hold.
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
type Lists = Readonly<Record<string, readonly string[]>>
const { mayUse, mayWrite } = createRequire(import.meta.url)('../db/owners.cjs') as { mayUse: Lists; mayWrite: Lists }
const owners = JSON.parse(read('db/owners.json')) as Lists
/** A record's table is of the module that its contract stands in, unless owners.json says otherwise. */
const tablesOfRecords = globSync('packages/contract/src/*/*.ts', { cwd: root }).flatMap(path =>
  [...read(path).matchAll(/\btable: '([a-z_]+)'/g)].map(([, table]) => [table!, path.split(/[/\\]/).at(-2)!] as const),
)
const ownerOf = new Map([
  ...tablesOfRecords,
  ...Object.entries(owners).flatMap(([module, names]) => names.map(name => [name, module] as const)),
])

const snake = (name: string) => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
const reading = /^(selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|from|using)$/
/** What puts a table into a statement that is written out, and of it the rows of some companies. */
const narrowing = /^(scoped|rowsOf|rowsOfCompanies)$/
const writing = /^(insertInto|updateTable|deleteFrom)$/

type Node = { readonly type?: string } & Record<string, unknown>
function* within(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const each of node) yield* within(each)
  else if (node && typeof node === 'object') {
    yield node as Node
    for (const value of Object.values(node)) yield* within(value)
  }
}

interface Named {
  readonly read: Set<string>
  readonly written: Set<string>
}

/** The tables, views and functions of ours that a file names in SQL, or to the query builder. */
function namedBy(source: string): Named {
  const named: Named = { read: new Set(), written: new Set() }
  const add = (to: keyof Named, name: string) => void (ownerOf.has(name) && named[to].add(name))
  for (const node of within(parseSync(source, { syntax: 'typescript', target: 'esnext' }).body)) {
    if (node.type === 'TemplateElement') {
      const text = String(node['raw'])
      for (const [, name = ''] of text.matchAll(/(?:insert into|update|delete from)\s+(?:only\s+)?([a-z_]+)\b(?! of\b)/g))
        add('written', name)
      for (const [, name = ''] of text.matchAll(/\b(?:from|join)\s+(?:only\s+)?\{?([a-z_."]+)/g)) add('read', name.replaceAll('"', ''))
      for (const [, name = ''] of text.matchAll(/([a-z_.]+)\(/g)) add('read', name)
    }
    if (node.type !== 'CallExpression') continue
    const called = String((node['callee'] as Node)['value'])
    if (narrowing.test(called))
      for (const { type, value } of within(node['arguments'])) if (type === 'StringLiteral') add('read', String(value))
    const method = String(((node['callee'] as Node)['property'] as Node | undefined)?.['value'])
    const to = writing.test(method) ? 'written' : reading.test(method) ? 'read' : undefined
    const first = (node['arguments'] as { expression: Node }[])[0]?.expression
    if (!to || !first) continue
    const given =
      first.type === 'ArrayExpression' ? (first['elements'] as { expression: Node }[]).map(({ expression }) => expression) : [first]
    for (const each of given) if (each.type === 'StringLiteral') add(to, snake(String(each['value']).split(' as ')[0]!))
  }
  return named
}

/** What stands against a module's source, in sentences. */
export function strangeTables(module: string, source: string): string[] {
  const friends = new Set([module, 'platform', ...(mayUse[module] ?? [])])
  const { read: seen, written } = namedBy(source)
  const of = (name: string) => ownerOf.get(name)!
  return [
    ...[...seen].filter(name => !friends.has(of(name))).map(name => `reads ${name}, which belongs to ${of(name)}`),
    ...[...written]
      .filter(name => ![module, 'platform'].includes(of(name)) && !mayWrite[module]?.includes(name))
      .map(name => `writes ${name}, which belongs to ${of(name)}`),
  ]
}

/** Tables and views that nobody owns. */
const ownerless = () =>
  [...read('packages/server/src/platform/postgres/tables.ts').matchAll(/^ {2}(\w+): \{$/gm)]
    .map(([, name]) => snake(name!))
    .filter(name => !ownerOf.has(name))

if (import.meta.main) {
  const wrong = ownerless().map(name => `${name} has no owner in db/owners.json`)
  for (const path of globSync('packages/server/src/modules/*/**/*.ts', { cwd: root }).toSorted()) {
    if (path.endsWith('.test.ts')) continue
    const file = path.split('/').slice(4).join('/')
    wrong.push(...strangeTables(file.split('/')[0]!, read(path)).map(each => `${file} ${each}`))
  }
  for (const line of wrong) console.error(line)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
