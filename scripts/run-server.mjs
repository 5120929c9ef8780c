import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, ensureWebBuilt, findNode, root } from './install.mjs'

/** Installs and builds what is lacking, then runs the server until it ends or is told to. */
export function runServer({ arguments: args = [], env = {} } = {}) {
  ensureInstalled()
  ensureWebBuilt()
  // The channel tells the server when we are gone, even if we are killed.
  const server = spawn(findNode(), [join(root, 'packages/server/src/main.ts'), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  const stop = () => {
    server.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  stopWithNpm(stop)
  server.once('error', error => {
    console.error(`The server could not be started: ${error.message}`)
    process.exit(1)
  })
  server.once('exit', (code, signal) => process.exit(signal ? 1 : code))
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
