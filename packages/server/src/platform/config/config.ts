import { resolve } from 'node:path'
import { z } from 'zod'
import { archiveOf, directOf, diskOf, mailOf, outsideOf, paymentsOf, s3Of, smsOf, tlsOf, WrongSettings } from './setting-pairs.ts'
import { settings } from './settings.ts'
import type { PagePolicy } from '../http/page-policy.ts'

const root = resolve(import.meta.dirname, '../../../../..')

export { WrongSettings }
export type Config = ReturnType<typeof readConfig>

/** What was given, without a password or a secret in it. */
const shown = (name: string, value = '') =>
  /TOKEN|KEY$|SECRET|^MAIL_URL|^SMS_|^MQTT_URL/.test(name) ? '…' : value.replace(/\/\/[^@/]*@/, '//…@')

interface ClientData {
  CLIENT_PROFILE: 'standard' | 'local'
  DATA_SCREEN: 'on' | 'off'
  SEARCH_FROM?: 'history' | undefined
  FILING_NUMBER?: string | undefined
  DEVICE_SERVICE: string
}
/** What the pages are given. */
const clientOf = (data: ClientData) => ({
  profile: data.CLIENT_PROFILE,
  dataScreen: data.DATA_SCREEN === 'on',
  searchFrom: data.SEARCH_FROM,
  filingNumber: data.FILING_NUMBER,
  deviceService: data.DEVICE_SERVICE === 'none' ? undefined : data.DEVICE_SERVICE,
})

interface PolicyData {
  FRAME_ANCESTORS?: string | undefined
  LIVE_PORT: number
  LIVE_TLS_PORT: number
  DEVICE_SERVICE: string
}
/** What browsers are told to allow. */
const policyOf = (data: PolicyData, outside: string | undefined): PagePolicy => ({
  frameAncestors: data.FRAME_ANCESTORS?.split(' ') ?? [],
  live: { port: data.LIVE_PORT, tlsPort: data.LIVE_TLS_PORT },
  outside,
  deviceService: data.DEVICE_SERVICE === 'none' ? undefined : data.DEVICE_SERVICE,
})

/** The settings as the program uses them. @throws WrongSettings */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const shape = Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema])) as {
    [N in keyof typeof settings]: (typeof settings)[N]['schema']
  }
  // An empty variable is an absent one: `PORT= npm start` means the default.
  const given = Object.fromEntries(Object.keys(settings).map(name => [name, env[name] || undefined]))
  const read = z.object(shape).safeParse(given)
  if (!read.success) {
    throw new WrongSettings(
      read.error.issues
        .map(({ path, message }) => `${String(path[0])} ${message}; it is set to "${shown(String(path[0]), given[String(path[0])])}".`)
        .join('\n'),
    )
  }
  const { data } = read
  directOf(data)
  const mail = mailOf(data.MAIL_URL, data.MAIL_FROM)
  const sms = smsOf(data.SMS_URL, data.SMS_HEADERS, data.SMS_BODY)
  if ((mail || sms) && !data.PUBLIC_URL) throw new WrongSettings('PUBLIC_URL is not set: links that are sent by mail or SMS lead there.')
  const dataDir = resolve(root, data.DATA_DIR)
  const archiveDir = archiveOf(data.ARCHIVE_DIR && resolve(root, data.ARCHIVE_DIR), dataDir, data.DATABASE_URL)
  const secure = data.TLS_CERT_FILE !== undefined || (data.PUBLIC_URL?.startsWith('https:') ?? false)
  const outside = outsideOf(data, secure)
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL,
    secure,
    outside,
    tls: tlsOf(data.TLS_CERT_FILE, data.TLS_KEY_FILE, root),
    proxies: data.TRUSTED_PROXIES,
    policy: policyOf(data, outside?.pages),
    liveKept: { sessions: data.LIVE_SESSIONS, waiting: data.LIVE_WAITING },
    dataDir,
    disk: diskOf(data.DISK_RESERVE_MB ?? (data.NODE_ENV === 'test' ? 0 : 256), data.DISK_LOW_MB),
    masterKey: { given: data.MASTER_KEY, file: resolve(root, data.MASTER_KEY_FILE ?? `${dataDir}.key`) },
    auditDir: resolve(root, data.AUDIT_DIR ?? `${dataDir}.audit`),
    archive: archiveDir ? { dir: archiveDir, hours: data.BASE_BACKUP_HOURS, kept: data.BASE_BACKUPS } : undefined,
    files: { dir: resolve(root, data.FILES_DIR ?? `${dataDir}/files`), s3: s3Of(data.FILES_BUCKET_URL, data.FILES_BUCKET_KEY) },
    mail,
    sms,
    payments: paymentsOf(data, data.NODE_ENV),
    databaseUrl: data.DATABASE_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    databaseConnections: data.DATABASE_CONNECTIONS,
    limits: {
      source: data.SOURCE_CALLS_PER_MINUTE ?? (data.NODE_ENV === 'test' ? 0 : 300),
      session: data.SESSION_CALLS_PER_MINUTE ?? (data.NODE_ENV === 'test' ? 0 : 12_000),
    },
    idleMinutes: data.IDLE_MINUTES,
    client: clientOf(data),
    metricsToken: data.METRICS_TOKEN,
    demoSells: data.DEMO_SELLS === 'on',
    demoSize: data.DEMO_SIZE ?? (data.NODE_ENV === 'test' ? ('small' as const) : ('large' as const)),
    mode: data.NODE_ENV,
    logLevel: data.LOG_LEVEL ?? (data.NODE_ENV === 'production' ? 'info' : 'warn'),
    webDir: resolve(root, 'packages/web/dist'),
  }
}
