import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, ensureWebBuilt, findNode, root } from './install.mjs'
import { keepRunning } from './keep-running.mjs'

/** Installs and builds what is lacking, then runs the server until it ends or is told to. */
export function runServer({ arguments: args = [], env = {} } = {}) {
  ensureInstalled()
  ensureWebBuilt()
  const stop = keepRunning(findNode(), [join(root, 'packages/server/src/main.ts'), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  stopWithNpm(stop)
}

/** npm that is killed cannot tell us; that somebody else is now above us, or above the shell between, does. */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const above = () => `${process.ppid} ${parentOf(process.ppid)}`
  const before = above()
  setInterval(() => {
    if (above() !== before) stop()
  }, 500).unref()
}

function parentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]
  } catch {
    return ''
  }
}
