import { spawn } from 'node:child_process'

const restartsMost = 5
const withinMs = 60_000

/**
 * Runs a server, and starts it again when it ends without having been asked to: five times a minute at the most, and only if it had once
 * said that it was ready. What is wrong before that somebody has to put right. We end as it ended. @returns what asks it to end
 */
export function keepRunning(program, [main, ...args], options) {
  const ended = []
  let server
  let wasReady = false
  let stopping = false

  function start(given) {
    // The channel tells the server when we are gone, even if we are killed.
    server = spawn(program, [main, ...given], { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    server.on('message', () => (wasReady = true))
    server.once('error', error => {
      console.error(`The server could not be started: ${error.message}`)
      process.exit(1)
    })
    server.once('exit', goOn)
  }
  function goOn(code, signal) {
    if (stopping || code === 0 || !wasReady) process.exit(signal ? 1 : code)
    const how = signal ?? `code ${code}`
    ended.push(Date.now())
    const lately = ended.filter(at => at > Date.now() - withinMs).length
    if (lately > restartsMost) {
      console.error(`The server stopped unexpectedly (${how}), ${lately} times within a minute. It is not restarted.`)
      process.exit(1)
    }
    console.error(`The server stopped unexpectedly (${how}). Restarting it.`)
    // The first time at once. It had emptied its folder already where that was asked for.
    setTimeout(() => (stopping ? process.exit(1) : start(args.filter(each => each !== '--fresh'))), (lately - 1) * 200)
  }

  start(args)
  return () => {
    stopping = true
    server.kill('SIGTERM')
  }
}
