import { spawn } from 'node:child_process'

const calmMs = 60_000
const pauseMsFirst = 100
/** Longer would keep the stations waiting when what was wrong is put right, a full disk for example. */
const pauseMsMost = 3000

/**
 * Runs a server, and starts it again when it ends without having been asked to, if it had once said that it was ready: at once the first
 * time, then after a pause that grows, and never gives up. What is wrong before the first time somebody has to put right: then we end as
 * it ended. @returns what asks it to end
 */
export function keepRunning(program, [main, ...args], options) {
  let failures = 0
  let lastEnd = 0
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
    if (Date.now() > lastEnd + calmMs) failures = 0
    lastEnd = Date.now()
    const pauseMs = failures === 0 ? 0 : Math.min(pauseMsMost, pauseMsFirst * 2 ** (failures - 1))
    failures++
    console.error(`The server stopped unexpectedly (${how}). ${pauseMs ? `Restarting it in ${pauseMs / 1000} s.` : 'Restarting it.'}`)
    // It had emptied its folder already where that was asked for.
    setTimeout(() => (stopping ? process.exit(1) : start(args.filter(each => each !== '--fresh'))), pauseMs)
  }

  start(args)
  return () => {
    stopping = true
    server.kill('SIGTERM')
  }
}
