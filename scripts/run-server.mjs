import { spawn } from 'node:child_process'
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

/** npm that is killed cannot tell us; that its place as our parent is taken does. */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 500).unref()
}
