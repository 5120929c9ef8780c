import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

const folder = resolve(import.meta.dirname, '../../web/dist/assets')
const files = () => readdirSync(folder).filter(name => name.endsWith('.js'))
const text = (name: string) => readFileSync(join(folder, name), 'utf8')
const kB = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + gzipSync(text(name)).length, 0) / 1000

/** What a file brings with it before it runs. */
function withAll(roots: readonly string[], found = new Set<string>()): Set<string> {
  for (const root of roots) {
    if (found.has(root)) continue
    found.add(root)
    withAll(
      [...text(root).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(([, name]) => name!),
      found,
    )
  }
  return found
}
const named = (start: string): string => {
  const found = files().find(name => name.startsWith(`${start}-`))
  if (!found) throw new Error(`no ${start} in ${folder}`)
  return found
}

/** Kilobytes as they travel (gzip), read from the built files: the same on every machine. */
export function weights() {
  const start = withAll([named('index'), named('words-zh'), named('zh_CN')])
  const besides = (...parts: string[]) => kB(withAll(parts.map(named)).difference(start))
  const pages = files().filter(name => /-page-[\w-]+\.js$/.test(name))
  return {
    shell: kB([named('shell')]),
    start: kB(start),
    home: besides('home-page', 'home-words-zh'),
    login: besides('login-page'),
    list: besides('all-query-page', 'all-words-zh', 'home-words-zh'),
    css: readdirSync(folder)
      .filter(name => /^(antd|index|shell|home-page)-[\w-]+\.css$/.test(name))
      .reduce((sum, name) => sum + gzipSync(text(name)).length / 1000, 0),
    pages: pages.map(name => ({ name: name.replace(/-[\w-]{8}\.js$/, ''), own: kB([name]) })),
  }
}
