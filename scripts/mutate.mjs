// npm run mutate -- ROW… [--per 3] [--sample 60] [--seed 1] [--rows requirements.csv] [--list]
// Breaks the code behind rows of the specification, one place at a time, and says whether the tests that name them notice.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled, findNode, root } from './install.mjs'
import { requireNode } from './node-version.mjs'

if (requireNode()) {
  ensureInstalled()
  ensureBrowser()
  const program = join(root, 'scripts/mutate/main.ts')
  process.exitCode = spawnSync(findNode(), [program, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' }).status ?? 1
}
