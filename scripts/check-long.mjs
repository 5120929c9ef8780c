// npm run check:long: what npm test samples, whole. Of bad input, everything that the corpus holds for every call; of who may what, every
// question; of the benchmark, each workload on little, and the other commands that work on a database by themselves; of the live channel,
// each case of the protocol, at Mosquitto as well where it is installed; of lost fuel, 200 station-months; of every page, each width in
// each light in each language, and every control of it pressed once; each story in both languages; of the browsers that the README names,
// each that can be had here; and many stories of the server on three machines, where Citus is built. What is about faults is in npm run
// faults.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBrowser, ensureOther } from './browser.mjs'
import { ensureInstalled, ensureWebBuilt, findNode, root } from './install.mjs'
import { requireNode } from './node-version.mjs'
import { citus, matrixOnCluster, onCluster } from './cluster-tests.mjs'
import { commands, losses, ofTheChannel } from './rare-tests.mjs'

if (requireNode()) {
  ensureInstalled()
  ensureBrowser()
  const others = ['chromium-109', 'chromium-122', 'firefox-esr'].filter(name => {
    const here = ensureOther(name)
    if (!here) console.log(`${name} cannot be had on this system, so nothing is tried in it.`)
    return here
  })
  ensureWebBuilt()
  if (spawnSync('mosquitto', ['-h']).error) console.log('Mosquitto is not installed here, so the live channel is not compared with it.')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const parts = [
    ['walls', ['packages/server/src']],
    ['server', [...commands, ...ofTheChannel, ...losses]],
    ['acceptance', ['packages/acceptance/src']],
  ]
  // A machine of a cluster may be gone for a while: one at a time.
  if (citus)
    parts.push(
      ['server', ['--no-file-parallelism', ...onCluster], { TEST_CITUS: citus }],
      ['walls', matrixOnCluster, { TEST_CITUS: citus }],
    )
  else console.log('Citus is not built here, so nothing is tried on several machines.')
  const held = parts.map(([project, paths, more]) => {
    const env = { ...process.env, NODE_ENV: 'test', CHECK: 'whole', SMOKE: ['newest', ...others].join(), ...more }
    return spawnSync(findNode(), [vitest, 'run', '--project', project, ...paths], { cwd: root, stdio: 'inherit', env }).status === 0
  })
  process.exitCode = held.every(Boolean) ? 0 : 1
}
