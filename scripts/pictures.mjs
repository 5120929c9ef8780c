// npm run pictures: the pages as they are now. It installs, finds a browser and builds what is lacking, as npm start and npm test do.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled, ensureWebBuilt, findNode, root } from './install.mjs'
import { requireNode } from './node-version.mjs'

if (requireNode()) {
  ensureInstalled()
  ensureBrowser()
  if (!process.env.ADDRESS) ensureWebBuilt()
  const wanted = process.argv.slice(2)
  const program = join(root, 'packages/acceptance/src', wanted[0] === 'moving' ? 'moving-picture.ts' : 'pictures.ts')
  const { status } = spawnSync(findNode(), [program, ...wanted], { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
}
