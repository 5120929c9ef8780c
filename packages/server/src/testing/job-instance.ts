// An instance of the product with the jobs and the maintenance alone: `node job-instance.ts <address of the database>`. It says who it is.
import { pino } from 'pino'
import { openDatabase, openPool } from '../platform/postgres/database.ts'
import { startJobs } from '../platform/jobs/worker.ts'
import { instance } from '../platform/jobs/lease.ts'
import { startMaintenance } from '../maintenance.ts'
import { jobTasks } from './job-tasks.ts'

const url = process.argv[2]!
const log = pino({ level: 'silent' })
const clock = () => new Date()
startJobs({ url, tasks: jobTasks, clock, log, concurrency: 2 })
startMaintenance(openDatabase(openPool(url, { max: 3 })), clock, log)
console.log(instance)
process.on('disconnect', () => process.exit(0))
