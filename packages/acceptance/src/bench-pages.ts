import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

const root = resolve(import.meta.dirname, '../../..')
const folder = join(root, '.cache/bench-web')
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const all = ['bare', 'usual', 'tables'] as const

/** Builds the pages that ours are compared with, or some of them, and serves them packed, as ours are. */
export async function benchPages(pages: readonly (typeof all)[number][] = all): Promise<{ url: string; stop: () => void }> {
  for (const page of pages) {
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', 'packages/web/vite.bench.config.ts'],
      {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production', BENCH_PAGE: page },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
  }
  const packed = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://bench').pathname
    const type = types[extname(path)]
    if (!type || path.includes('..')) return response.writeHead(404).end()
    const bytes = packed.get(path) ?? gzipSync(readFileSync(join(folder, path)))
    packed.set(path, bytes)
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(bytes)
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() }
}
