import { parentPort, workerData } from 'node:worker_threads'
import { checkHistory } from './check.ts'

// Reading files takes a processor for itself: the calls go on beside it.
const { mapping, folder } = workerData as { mapping: Parameters<typeof checkHistory>[0]; folder: string }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- this one goes to a thread, not to a window
parentPort!.postMessage(checkHistory(mapping, folder))
