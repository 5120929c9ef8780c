import { parentPort, workerData } from 'node:worker_threads'
import { readHistory } from './check.ts'

// Reading files takes a processor for itself: the calls go on beside it. Each portion is read when it is asked for.
const { mapping, folder } = workerData as { mapping: Parameters<typeof readHistory>[0]; folder: string }
const portions = readHistory(mapping, folder)
parentPort!.on('message', async () => {
  const { value } = await portions.next()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this one goes to a thread, not to a window
  parentPort!.postMessage(value)
})
