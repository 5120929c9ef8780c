// npm run check:long: what npm test samples, whole. Of bad input, everything that the corpus holds for every call.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, findNode, root } from './install.mjs'
import { requireNode } from './node-version.mjs'

if (requireNode()) {
  ensureInstalled()
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(findNode(), [vitest, 'run', '--project', 'server', 'packages/server/src/hostile'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test', HOSTILE: 'whole' },
  })
  process.exitCode = status ?? 1
}
