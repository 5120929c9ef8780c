// npm run test:near: while one works, what is near to what has changed since main, or since the commit that is named: tests that reach a
// changed file by imports, those of its folder, and the stories that open its pages. npm test tells whether all of it holds.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pages } from '../packages/contract/src/pages.ts'

export const root = dirname(import.meta.dirname)
const run = (program: string, args: readonly string[]) =>
  spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout
export const git = (...args: readonly string[]) => run('git', args).split('\n').filter(Boolean)

/** Files that name everything, so that everything would be near through them. */
const lists = /(^|\/)(index|pages|invariants)\.tsx?$|packages\/web\/src\/(app|main)/

export interface Near {
  readonly tests: readonly string[]
  readonly pages: readonly string[]
}

/**
 * What reaches the changed files.
 * @param usedBy by which files each one is imported
 */
export function near(changed: readonly string[], usedBy: ReadonlyMap<string, readonly string[]>): Near {
  const reached = new Set<string>()
  const reach = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    if (!lists.test(file)) for (const other of usedBy.get(file) ?? []) reach(other)
  }
  for (const file of changed) reach(file)
  const folders = new Set(changed.filter(file => /\.tsx?$/.test(file) && !lists.test(file)).map(file => dirname(file)))
  const isTest = (file: string) => /\.test\.tsx?$/.test(file)
  const domains = new Set(changed.flatMap(file => domainOf.exec(file)?.[2] ?? []))
  for (const file of usedBy.keys()) {
    if (isTest(file) && folders.has(dirname(file)) && !file.includes('/acceptance/')) reached.add(file)
    if (domains.has(featureOf.exec(file)?.[1] ?? '')) reached.add(file)
  }
  return { tests: [...reached].filter(isTest), pages: [...reached].filter(file => file.endsWith('-page.tsx')) }
}

/** A module and the contract of a domain are shown by the feature of the same name, which no import says. */
const domainOf = /^packages\/(server\/src\/modules|contract\/src)\/(\w+)\//
const featureOf = /^packages\/web\/src\/features\/(\w+)\/.*-page\.tsx$/

/** The addresses of pages, up to what stands for a record, by the file that draws them. */
function addresses(files: readonly string[]): string[] {
  const drawn = readFileSync(join(root, 'packages/web/src/app/pages.tsx'), 'utf8')
  const names = new Map([...drawn.matchAll(/(\w+): page\(\(\) => import\('\.\.\/([^']+)'\)/g)].map(([, name, file]) => [name!, file!]))
  return pages
    .filter(({ name }) => files.some(file => file.endsWith(`/src/${names.get(name)}`)))
    .map(({ path }) => path.replace(/\/?\{.*/, ''))
}

export function usedBy(): Map<string, string[]> {
  const cruise = ['packages', 'scripts', '--config', '.dependency-cruiser.cjs', '-T', 'json']
  const { modules } = JSON.parse(run(join(root, 'node_modules/.bin/depcruise'), cruise)) as {
    modules: { source: string; dependents: string[] }[]
  }
  return new Map(modules.map(({ source, dependents }) => [source, dependents]))
}

/** The stories that open one of these pages, by its address. */
export function storiesOf(pageFiles: readonly string[]): string[] {
  const opened = addresses(pageFiles)
  return allStories().filter(file => {
    const text = readFileSync(join(root, file), 'utf8')
    return opened.some(path => text.includes(`${path}'`) || text.includes(`${path}?`) || text.includes(`${path}\``))
  })
}

export const allStories = (): string[] => git('ls-files', 'packages/acceptance/src/*.test.ts', 'packages/acceptance/src/**/*.test.ts')

export const changedSince = (base: string): string[] => [
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
]

function main(since: string | undefined) {
  const base = since ?? git('merge-base', 'main', 'HEAD')[0] ?? 'HEAD'
  const changed = changedSince(base)
  const { tests, pages: files } = near(changed, usedBy())
  const chosen = [...new Set([...tests, ...storiesOf(files)])]
  console.log(`${changed.length} files have changed since ${base}; near to them: ${chosen.length} files of tests.`)
  if (chosen.length === 0) return
  const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), ['run', ...chosen], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test' },
  })
  process.exitCode = status ?? 1
}

if (import.meta.main) main(process.argv[2])
