import { existsSync, mkdirSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { findDemo, printAccounts, seedOnce, writeFacts } from './demo-company.ts'
import { sentenceOf } from './ending.ts'
import { startReader, type ReaderNeeds } from './start-reader.ts'
import { announceChannel, brokerHookFor, renewChannel, startChannel } from './start-live.ts'
import { actorBehind, handlersOf, tasks } from './modules/index.ts'
import type { DemoFacts } from './modules/demo/index.ts'
import { alipayAt, usePlatforms, wechatAt } from './modules/channel/index.ts'
import { mailBy, smsBy, useWays } from './modules/message/index.ts'
import { keepArchive, waitingIn } from './platform/archive/keep.ts'
import { setCheckpointFolder } from './platform/audit/checkpoints.ts'
import { productClock } from './platform/execution/clock.ts'
import { setClock, watchClock } from './platform/postgres/clock-watch.ts'
import { watchDisk, type Disk } from './platform/storage/disk.ts'
import { readConfig, type Config } from './platform/config/config.ts'
import { openDatabase, openPool, type Database } from './platform/postgres/database.ts'
import { openStore } from './platform/storage/open-store.ts'
import { keepFilesIn } from './platform/storage/store.ts'
import { closeGently, serve } from './platform/http/http.ts'
import { openLog } from './platform/config/log.ts'
import { openMasterKey } from './platform/config/master-key.ts'
import { learnMachines } from './platform/postgres/machines.ts'
import { migrate, newestMigration } from './platform/postgres/migrate.ts'
import { DataFolderRefused, openOwnDatabase, removeDataFolder, takeFolder } from './platform/postgres/own-database.ts'
import { openAdmission } from './platform/overload/admission.ts'
import { readTls, renewTls, type TlsFiles } from './platform/http/tls.ts'
import { startMaintenance } from './maintenance.ts'

const now = () => productClock().now()

/** What was started and must be ended, the last first. */
const ends: (() => Promise<unknown>)[] = []

async function start(config: Config, fresh: boolean) {
  const log = openLog(config.logLevel)
  const { url, disk } = await findDatabase(config, fresh, log)
  const home = join(config.dataDir, 'postgres')
  const db = await openProduct(config, url)
  ends.push(() => db.destroy())
  await setClock(db, productClock())
  const admission = await openAdmission(url, { connections: config.databaseConnections })
  ends.push(() => admission.stop())
  setCheckpointFolder(config.auditDir)
  mkdirSync(keepFilesIn(await openStore(config.files)).incoming, { recursive: true, mode: 0o700 })
  const demo = await findDemo(db, config.mode)
  const livePorts = announceChannel(config)
  const policy = { ...config.policy, live: livePorts }
  const app = await serve(handlersOf(config.client.profile), {
    db,
    clock: now,
    authenticate: actorBehind(config.idleMinutes),
    secure: config.secure,
    tls: config.tls && readTls(config.tls, now()),
    proxies: config.proxies,
    policy,
    log,
    admission,
    disk,
    limits: config.limits,
    metrics: { ...metricsOf(config, home), poolClasses: admission.poolClasses, db, disk },
    brokerHook: brokerHookFor(config, db),
    newestMigration: newestMigration(),
    ...(existsSync(join(config.webDir, 'index.html')) && { webDir: config.webDir, client: config.client }),
    ...(config.mode === 'test' && { testing: true, driven: true }),
  })
  setWays(config)
  if (config.tls) hangUp = () => renew(app.server, config.tls!, log)
  const beside: (() => Promise<unknown>)[] = []
  ends.push(
    () => Promise.all(beside.map(end => end())),
    () => closeGently(app),
  )
  await app.listen({ port: config.port, host: config.host })

  const { port } = app.server.address() as AddressInfo
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(config.host) ? 'localhost' : config.host
  const address = config.publicUrl ?? `${config.tls ? 'https' : 'http'}://${name}:${port}`
  if (demo) await openDemo(config, demo, { db, companyId: demo.companies[0]!.id, address, policy, log })
  console.log(`Forecourt is ready: ${address}`)
  process.send?.('ready')

  // What is done beside the calls begins, and is loaded, when they are answered.
  void proveRows(config.databaseDirectUrl ?? url, log)
  const { startJobs } = await import('./platform/jobs/worker.ts')
  const archiving = archivingOf(config, url, home, log)
  beside.push(
    startJobs({ url: config.databaseDirectUrl ?? url, tasks, clock: now, log, resting: () => disk?.state === 'full' }),
    startMaintenance(db, now, log, archiving),
    watchClock(db, log),
  )
  ends.push(await startChannel(config, { db, app, port, url: config.databaseDirectUrl ?? url, ports: livePorts, demo, log }))
  keepCompiled()
}

/** What a demo has besides: a card reader, and words for those who look at it. */
async function openDemo(config: Config, demo: DemoFacts, at: ReaderNeeds): Promise<void> {
  ends.push(await startReader(config, at))
  if (config.mode === 'test') writeFacts(config.dataDir, { address: at.address, deviceService: at.policy.deviceService }, demo)
  if (config.mode === 'development') printAccounts(demo)
}

const archivingOf = ({ archive }: Config, url: string, home: string, log: Logger) =>
  archive && ((failed: (error: unknown) => void) => keepArchive({ url, home, archive, log }, now, failed))

const metricsOf = ({ metricsToken: token, archive }: Config, home: string) => ({
  token,
  ...(archive && { waitingWal: () => waitingIn(home).segments }),
})

function keepCompiled(): void {
  // A process that is killed later has kept it for the next start all the same.
  flushCompileCache()
  // The memory is tidied when it has grown by a third, not when it has doubled: a long export leaves a server as small as it was. Not
  // before: a start only grows, and what was compiled is kept for one with the same flags.
  setFlagsFromString('--heap-growing-percent=30')
}

/** How messages leave, where their links lead, and which payment platforms are spoken to. */
function setWays({ publicUrl, port, mail, sms, payments }: Config): void {
  usePlatforms({ wx: wechatAt(payments.wx, now), ali: alipayAt(payments.ali, now) })
  const channels = { ...(mail && { mail: mailBy(mail.url, mail.from) }), ...(sms && { sms: smsBy(sms) }) }
  useWays({ address: publicUrl ?? `http://localhost:${port}`, channels })
}

/** What SIGHUP does: with a certificate of our own it is read anew, without one the terminal is gone and so are we. */
let hangUp = (): unknown => stop(0)

function renew(server: unknown, files: TlsFiles, log: Logger) {
  try {
    renewTls(server, files, now())
    renewChannel(files)
    log.info({ certFile: files.certFile }, 'the certificate was read anew')
  } catch (error) {
    log.error({ err: error }, 'the certificate stays as it is')
  }
}

/** The database as the product uses it: up to date, its master key at hand. The calls have connections of their own. */
async function openProduct(config: Config, url: string): Promise<Database> {
  await migrate(config.databaseDirectUrl ?? url, { leaveProofs: true })
  const db = openDatabase(openPool(url, { max: 3 }))
  try {
    await learnMachines(db)
    await openMasterKey(db, config.masterKey)
    await seedOnce(db, config, now())
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** What migrations have left until calls are answered. */
const proveRows = (url: string, log: Logger): Promise<unknown> =>
  migrate(url).catch((error: unknown) => {
    log.error({ err: error }, 'references could not be proven for what is there; the next start tries again')
  })

async function findDatabase(config: Config, fresh: boolean, log: Logger): Promise<{ url: string; disk?: Disk }> {
  if (config.databaseUrl) {
    if (fresh) throw new DataFolderRefused('--fresh empties the data folder; what DATABASE_URL names is emptied by its administrator.')
    mkdirSync(config.dataDir, { recursive: true })
    return { url: config.databaseUrl }
  }
  if (fresh) await removeDataFolder(config.dataDir)
  takeFolder(config.dataDir)
  const disk = watchDisk({ dir: config.dataDir, ...config.disk }, log)
  ends.push(() => disk.stop())
  const own = await openOwnDatabase(config.dataDir, {
    make: async url => (await openProduct(config, url)).destroy(),
    archive: { dir: config.archive?.dir, filesDir: config.files.dir },
    disk,
    failed: why => log.error({ reason: why.message }, 'the embedded PostgreSQL could not be started; it is tried again'),
    lost: why => {
      console.error(`The embedded PostgreSQL has stopped and could not be restarted: ${why.message}`)
      void stop(1)
    },
  })
  ends.push(() => own.stop())
  log.info({ how: own.how, dataDir: config.dataDir }, 'embedded PostgreSQL')
  return { url: own.url, disk }
}

let stopping: Promise<never> | undefined
const endingMsMax = 30_000
/** Ends everything once, however often it is asked; what waits for a database that is gone is not waited for. */
function stop(code: number): Promise<never> {
  return (stopping ??= (async () => {
    setTimeout(() => process.exit(code), endingMsMax).unref()
    await started.catch(() => {})
    for (const end of ends.toReversed()) await end().catch(error => console.error(error))
    process.exit(code)
  })())
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
process.on('SIGHUP', () => void hangUp())
// The process that started us is gone, however it went: then we go too.
process.on('disconnect', () => void stop(0))

const started = (async () => start(readConfig(), process.argv.includes('--fresh')))()
started.catch(error => {
  console.error(sentenceOf(error))
  void stop(1)
})
