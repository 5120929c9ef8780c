import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.ts'
import type { NamedTest } from './named-tests.ts'

export const usesPages = (tests: readonly NamedTest[]): boolean => tests.some(({ path }) => path.startsWith('packages/acceptance'))

/** @returns whether every one of the tests holds */
export function runTests(tests: readonly NamedTest[], env: Record<string, string> = {}): boolean {
  const files = [...new Set(tests.map(({ path }) => path))]
  const pattern = tests.map(({ name }) => name).join('|')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const ran = spawnSync(process.execPath, [vitest, 'run', ...files, '--testNamePattern', pattern, '--retry=0', '--bail=1'], {
    cwd: root,
    stdio: 'ignore',
    timeout: 600_000,
    env: { ...process.env, NODE_ENV: 'test', NO_COLOR: '1', ...env },
  })
  return ran.status === 0
}

/** @returns whether the pages could be built */
export function buildPages(): boolean {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  return spawnSync(process.execPath, [vite, 'build', '--logLevel=error'], { cwd: join(root, 'packages/web'), stdio: 'ignore' }).status === 0
}
