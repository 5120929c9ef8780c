import { parseSync } from 'vite'

/** How the library makes the styles of a part: a hook that the part calls, or an element that it draws. */
export const makers = {
  genStyleHooks: 'hook',
  genComponentStyleHook: 'hook',
  genSubStyleComponent: 'element',
} as const
type Maker = keyof typeof makers

/** Where a module of the library makes a style, and the name under which it is exported. */
interface Call {
  readonly start: number
  readonly end: number
  readonly maker: Maker
  readonly exported: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** The calls in a module that make a style, from its beginning to its end. */
export const callsIn = (code: string): Call[] => callsBelow(parseSync('style.js', code).program as unknown as Node, 'default')

function callsBelow(node: Node, exported: string): Call[] {
  const maker = node.type === 'CallExpression' ? ((node['callee'] as Node)['name'] as Maker) : undefined
  if (maker && Object.hasOwn(makers, maker)) return [{ start: node.start, end: node.end, maker, exported }]
  return Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap(below => callsBelow(below, nameOf(node) ?? exported))
}

/** `export const useRowStyle = …`: within it, what is made has this name. */
function nameOf(node: Node): string | undefined {
  const declared = node.type === 'ExportNamedDeclaration' ? (node['declaration'] as Node | null) : undefined
  const [first] = declared?.type === 'VariableDeclaration' ? (declared['declarations'] as Node[]) : []
  return first ? String((first['id'] as Node)['name']) : undefined
}
