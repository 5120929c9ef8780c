// npm run faults: what npm test draws a little of, as much as the guarantees ask for. FAULTS_SEED draws the same again.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, findNode, root } from './install.mjs'
import { requireNode } from './node-version.mjs'

/** Beside the stories of faults, those that are whole wherever they run: the races for one card, one order and one shift. */
const races = ['card/double-spend', 'order/refund-race', 'settlement/selling', 'export/kill']

if (requireNode()) {
  ensureInstalled()
  const files = ['packages/acceptance/src/faults', ...races.map(race => `packages/server/src/modules/${race}.test.ts`)]
  const { status } = spawnSync(findNode(), [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test', FAULTS: 'whole' },
  })
  process.exitCode = status ?? 1
}
