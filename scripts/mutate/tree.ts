/** A node of a syntax tree (ESTree), read without regard to its kind. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  // oxlint-disable-next-line typescript/no-explicit-any -- what a node has depends on its type, which is asked first
  readonly [part: string]: any
}

/** The child nodes of a node, in the order of the text. */
export function* children(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    const nodes: unknown[] = Array.isArray(value) ? value : [value]
    for (const child of nodes) if (isNode(child)) yield child
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
