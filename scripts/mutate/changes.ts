import { parseSync } from 'vite'
import { children, type Node } from './tree.ts'

interface Span {
  readonly start: number
  readonly end: number
}
/** One place of a source, and what would stand there instead. */
export interface Change extends Span {
  readonly kind: string
  readonly text: string
  /** The declaration that the place stands in. */
  readonly owner: Span
}

/** Every way in which one place of a file can be broken on purpose. */
export function changesOf(path: string, source: string): Change[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) return []
  const found: Change[] = []
  const walk = (node: Node, owner: Node, parents: readonly Node[]) => {
    const here = isOwner(node, parents) ? node : owner
    for (const change of changesAt(node, source, parents[0]!))
      if (change.text !== source.slice(change.start, change.end) && change.end - change.start <= longest)
        found.push({ ...change, owner: { start: here.start, end: here.end } })
    if (node.type.startsWith('TS') && !keptTypes.has(node.type)) return
    for (const child of children(node)) walk(child, here, [node, ...parents])
  }
  const root = program as unknown as Node
  for (const statement of children(root)) if (!statement.type.startsWith('Import')) walk(statement, statement, [root])
  return found
}

/** Characters: what leaves out more than this breaks everything, and any test notices. */
const longest = 400

/** Wrappers of an expression: `x as T`, `x satisfies T`, `x!`. Other nodes of types have no behaviour. */
const keptTypes = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSEnumDeclaration'])

const functions = new Set(['FunctionDeclaration', 'ArrowFunctionExpression', 'FunctionExpression'])
/** Functions near the top of a file, or on a property of what is declared there. */
const isOwner = (node: Node, parents: readonly Node[]) => functions.has(node.type) && parents.length < 8

const opposite: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '+',
  '/': '*',
}

function changesAt(node: Node, source: string, parent: Node): Omit<Change, 'owner'>[] {
  const text = (part: Span) => source.slice(part.start, part.end)
  const replace = (kind: string, by: string, { start, end }: Span = node) => [{ kind, start, end, text: by }]
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return replace('condition', `!(${text(node['test'])})`, node['test'])
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const by = opposite[node['operator']]
      const between = { start: node['left'].end, end: node['right'].start }
      return by ? replace('operator', text(between).replace(node['operator'], by), between) : []
    }
    case 'Literal':
      if (typeof node['value'] === 'number') return replace('number', String(node['value'] + 1))
      return typeof node['value'] === 'boolean' ? replace('boolean', String(!node['value'])) : []
    case 'ExpressionStatement':
      return ['CallExpression', 'AwaitExpression'].includes(node['expression'].type) ? replace('call left out', ';') : []
    case 'ArrayExpression':
      return partsOf(node['elements'], source).flatMap(part => replace('element left out', '', part))
    case 'ObjectExpression':
      return partsOf(node['properties'].filter(isBehaviour), source).flatMap(part => replace('property left out', '', part))
    case 'JSXExpressionContainer':
      return isElement(parent) ? replace('part of the page left out', '{null}') : []
    case 'JSXElement':
      return isElement(parent) ? replace('part of the page left out', '') : []
    case 'ReturnStatement':
      return node['argument'] ? replace('result left out', 'return undefined') : []
    default:
      return []
  }
}

const isElement = ({ type }: Node) => type === 'JSXElement' || type === 'JSXFragment'
/** A summary only documents a call. */
const isBehaviour = (part: Node) => part.type === 'Property' && !['summary', 'description'].includes(part['key'].name)

/** Places in a list, each with the comma behind it. */
const partsOf = (parts: readonly (Node | null)[], source: string): Span[] =>
  parts.flatMap(part => {
    if (!part) return []
    const comma = /^\s*,/.exec(source.slice(part.end))
    return [{ start: part.start, end: part.end + (comma?.[0].length ?? 0) }]
  })
