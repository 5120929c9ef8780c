// npm run faults: what npm test draws a little of, as much as the guarantees ask for. SEED draws the same again.
// npm run faults -- kill uploads runs those stories alone.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, fail, findNode, root } from './install.mjs'
import { requireNode } from './node-version.mjs'
import { killed } from './rare-tests.mjs'

/**
 * Besides the stories of faults: the races for one card, one chip, one order, one shift, one depot and one article, what explains a refusal
 * beside what judges, and servers killed in the midst of a long job.
 */
const races = [
  'double-spend',
  'modules/order/refund-race',
  'modules/order/authorise-race',
  'modules/settlement/selling',
  'modules/card/limit-race',
  'modules/card/explain.property',
  'modules/chip/card-race',
  'modules/supply/depot-transfer',
  'modules/supply/stock.property',
  'modules/supply/transport.property',
  'modules/goods/sold-out',
  'modules/quota/quota-kill',
  'modules/low-balance/low-balance-kill',
  'modules/forecourt/price-kill',
]
  .map(race => `packages/server/src/${race}.test.ts`)
  .concat(killed)

if (requireNode()) {
  ensureInstalled()
  const folder = 'packages/acceptance/src/faults'
  const stories = readdirSync(join(root, folder)).filter(name => name.endsWith('.test.ts'))
  const files = [...stories.map(name => `${folder}/${name}`), ...races]
  const gone = files.find(file => !existsSync(join(root, file)))
  if (gone) fail(`${gone} is not there any more.`)
  const wanted = process.argv.slice(2)
  const chosen = files.filter(file => wanted.length === 0 || wanted.some(name => file.includes(name)))
  if (chosen.length === 0) fail(`There is no story ${wanted.join(', ')}. There are:\n${files.join('\n')}`)
  const seed = process.env.SEED ?? Math.trunc(Math.random() * 1_000_000)
  // One after the other: each has the machine to itself, so that its figures say something.
  const { status } = spawnSync(findNode(), [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--no-file-parallelism', ...chosen], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test', SEED: String(seed), CHECK: 'whole' },
  })
  process.exitCode = status ?? 1
}
