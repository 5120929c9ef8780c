// npm run check:long: what npm test samples, whole. Of bad input, everything that the corpus holds for every call;
// of every page, each width in each light in each language, and every control of it pressed once.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled, ensureWebBuilt, findNode, root } from './install.mjs'
import { requireNode } from './node-version.mjs'

if (requireNode()) {
  ensureInstalled()
  ensureBrowser()
  ensureWebBuilt()
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const parts = [
    ['server', ['packages/server/src/hostile']],
    ['acceptance', ['reach-zh', 'reach-en', 'gallery', 'press'].map(file => `packages/acceptance/src/${file}.test.ts`)],
  ]
  const held = parts.map(([project, paths]) => {
    const env = { ...process.env, NODE_ENV: 'test', HOSTILE: 'whole', REACH: 'whole' }
    return spawnSync(findNode(), [vitest, 'run', '--project', project, ...paths], { cwd: root, stdio: 'inherit', env }).status === 0
  })
  process.exitCode = held.every(Boolean) ? 0 : 1
}
