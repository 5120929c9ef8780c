import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { root } from './root.ts'
import { children, type Node } from './tree.ts'

export interface NamedTest {
  /** From the root of the project. */
  readonly path: string
  /** A pattern for vitest's --testNamePattern. */
  readonly name: string
  readonly text: string
}

/** The tests that name rows of the specification, by row: a row stands in the comment right above a test or a group of tests. */
export function testsByRow(): Map<string, NamedTest[]> {
  const found = new Map<string, NamedTest[]>()
  for (const path of filesOf(/\.test\.tsx?$/)) {
    const text = readFileSync(join(root, path), 'utf8')
    if (!text.includes('@req')) continue
    for (const { rows, ...test } of namedTests(path, text)) for (const row of rows) found.set(row, [...(found.get(row) ?? []), test])
  }
  return found
}

/** Tracked and new files of the project's own code whose path fits. */
export const filesOf = (pattern: RegExp): string[] =>
  spawnSync('git', ['ls-files', '-co', '--exclude-standard', 'packages', 'scripts'], { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter(path => pattern.test(path))

function namedTests(path: string, text: string): (NamedTest & { rows: string[] })[] {
  const { program, comments } = parseSync(path, text)
  const found: (NamedTest & { rows: string[] })[] = []
  visit(program, node => {
    const title = node.type === 'ExpressionStatement' ? titleOf(node['expression']) : undefined
    const rows = title === undefined ? [] : rowsAbove(text, comments, node.start)
    if (title !== undefined && rows.length > 0) found.push({ path, rows, name: patternOf(title), text: text.slice(node.start, node.end) })
  })
  return found
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const child of children(node)) visit(child, see)
}

/** The title of `test('…')`, `describe('…')`, `test.each(…)('…')` and the like. */
function titleOf(call: Node): string | undefined {
  if (call.type !== 'CallExpression') return undefined
  let callee = call['callee'] as Node
  while (callee.type === 'CallExpression' || callee.type === 'MemberExpression') callee = (callee['callee'] ?? callee['object']) as Node
  if (!['test', 'it', 'describe'].includes(callee['name'])) return undefined
  const [title] = call['arguments'] as Node[]
  if (title?.type === 'Literal') return String(title['value'])
  if (title?.type !== 'TemplateLiteral') return undefined
  return (title['quasis'] as Node[]).map(({ value }) => value.cooked as string).join('%s')
}

function rowsAbove(text: string, comments: readonly { value: string; start: number; end: number }[], start: number): string[] {
  const rows: string[] = []
  let until = start
  for (const comment of comments.toReversed()) {
    if (comment.end > until) continue
    if (text.slice(comment.end, until).trim() !== '') break
    if (comment.value.includes('@req')) rows.push(...(comment.value.match(/[A-Z]{3}-\d{3}/g) ?? []))
    until = comment.start
  }
  return rows
}

/** Placeholders of a table of tests stand for any text. */
const patternOf = (title: string): string =>
  title
    .split(/%[sdifjo#%]|\$\w+/)
    .map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*')
