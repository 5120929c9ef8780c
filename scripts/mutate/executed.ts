import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './root.ts'

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}
interface Covered {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly Range[] }[]
}

export interface Executed {
  readonly held: boolean
  /** Whether a place of a source was come to. Types are blanked, not removed, so offsets are those of the source. */
  wasRun(path: string, offset: number): boolean
}

/** Runs tests with V8's coverage on, and reads which places of our own sources they came to. */
export function executedIn(run: (env: Record<string, string>) => boolean): Executed {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-'))
  try {
    const hook = new URL('keep-coverage.mjs', import.meta.url).href
    const held = run({ NODE_V8_COVERAGE: folder, NODE_OPTIONS: `--import=${hook}` })
    const files = new Map<string, Range[][]>()
    for (const name of readdirSync(folder)) {
      const { result = [] } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result?: Covered[] }
      for (const { url, functions } of result) {
        const path = url.startsWith('file:') ? relative(root, fileURLToPath(url.replace(/\?.*/, ''))) : ''
        // Each process has ranges of its own: the innermost one is found in each.
        if (path.startsWith('packages/')) files.set(path, [...(files.get(path) ?? []), functions.flatMap(({ ranges }) => ranges)])
      }
    }
    return { held, wasRun: (path, offset) => (files.get(path) ?? []).some(ranges => ranIn(ranges, offset)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The innermost range around the offset says how often it ran. */
function ranIn(ranges: readonly Range[], offset: number): boolean {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
  const width = ({ startOffset, endOffset }: Range) => endOffset - startOffset
  const innermost = around.toSorted((one, other) => width(one) - width(other))[0]
  return (innermost?.count ?? 0) > 0
}
