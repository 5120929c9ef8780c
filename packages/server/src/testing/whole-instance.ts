// An instance of the product with the jobs alone: `node whole-instance.ts <address of the database> <folder of files>`.
import { pino } from 'pino'
import { tasks } from '../modules/index.ts'
import { openDatabase, openPool } from '../platform/postgres/database.ts'
import { openStore } from '../platform/storage/open-store.ts'
import { keepFilesIn } from '../platform/storage/store.ts'
import { startJobs } from '../platform/jobs/worker.ts'
import { startMaintenance } from '../maintenance.ts'

const [url, dir] = process.argv.slice(2) as [string, string]
const log = pino({ level: 'silent' })
const clock = () => new Date()
keepFilesIn(await openStore({ dir }))
startJobs({ url, tasks, clock, log, concurrency: 2 })
startMaintenance(openDatabase(openPool(url, { max: 3 })), clock, log)
console.log('ready')
process.on('disconnect', () => process.exit(0))
// How much memory it takes, for anyone who asks.
process.on('message', () => process.send?.(process.memoryUsage().rss))
