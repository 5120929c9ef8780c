import { z } from 'zod'
import { plainPolicy } from '../http/page-policy.ts'
import { count, headersOf, isNetwork, setting, type Setting } from './setting-shapes.ts'

/** Money goes there: over TLS, or to a platform that is simulated on this machine. */
const platformUrl = /^(https:\/\/.|http:\/\/127\.0\.0\.1:\d+)/
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\/./, 'is an address like postgres://user:password@host:5432/database')

/** Every setting there is. README and docs/operation.md list the same, and a test compares them. */
export const settings = {
  PORT: setting(
    count('is a port, 0 to 65535; 0 takes a free one', 0, 65_535).default(8080),
    '8080',
    'Port of the web and the calls; 0 takes a free one',
  ),
  HOST: setting(z.string().min(1).default('127.0.0.1'), '127.0.0.1', 'Address to listen on; 0.0.0.0 for everyone in the network'),
  PUBLIC_URL: setting(
    z.url({ protocol: /^https?$/, error: 'is an address like https://forecourt.example.com' }).optional(),
    '—',
    'Address that users type; with https the cookie is bound to TLS and the proxy in front is trusted',
  ),
  FRAME_ANCESTORS: setting(
    z
      .string()
      .regex(/^https?:\/\/[\w*.-]+(:\d+)?( https?:\/\/[\w*.-]+(:\d+)?)*$/, 'is addresses like https://crm.example.com, parted by spaces')
      .optional(),
    '—',
    'Sites that may show the pages in a frame, parted by spaces; of another domain the session does not reach into it',
  ),
  LIVE_PORT: setting(
    count('is a port, 0 to 65535', 0, 65_535).default(plainPolicy.live.port),
    '8083',
    'Port of the live channel, on the host of the pages; 0 takes a free one',
  ),
  LIVE_TLS_PORT: setting(
    count('is a port, 0 to 65535', 0, 65_535).default(plainPolicy.live.tlsPort),
    '8084',
    'The same with TLS, where PUBLIC_URL is https',
  ),
  LIVE_SESSIONS: setting(
    count('is a number from 1 to 100', 1, 100).default(4),
    '4',
    'Sessions that the live channel keeps for a device while it is away; the one unused for longest makes room',
  ),
  LIVE_WAITING: setting(
    count('is a number from 1 to 100000', 1, 100_000).default(1000),
    '1000',
    'Messages that wait for a device in such a session; of more the oldest go',
  ),
  MQTT_URL: setting(
    z
      .string()
      .regex(/^(mqtts?|wss?):\/\/[^@/]+@./, 'is an address like mqtts://user:password@broker.example.com:8883')
      .optional(),
    '—',
    'A broker outside that pages connect to instead of LIVE_PORT, as this server reaches it, with its own name and password there',
  ),
  MQTT_PAGES_URL: setting(
    z
      .string()
      .regex(/^wss?:\/\/[\w.-]+(:\d+)?(\/[\w./-]*)?$/, 'is an address like wss://broker.example.com:8084/mqtt')
      .optional(),
    '—',
    'The websocket of the broker of MQTT_URL, as browsers reach it',
  ),
  MQTT_HOOK_SECRET: setting(
    z
      .string()
      .regex(/^\S{32,}$/, 'has at least 32 characters, and no blank')
      .optional(),
    '—',
    'What the broker of MQTT_URL shows when it asks this server who may connect, hear and say',
  ),
  DEMO_SELLS: setting(
    z.enum(['on', 'off']).default('on'),
    'on',
    'on: a station of the demo company sells while the product runs; off: the demo stands still',
  ),
  DEMO_SIZE: setting(
    z.enum(['large', 'small']).optional(),
    'large',
    'large: the demo company is as busy as companies are, with a week of it behind; small: some sales a day, as for tests',
  ),
  DEVICE_SERVICE: setting(
    z
      .string()
      .regex(/^(none|https?:\/\/[\w.-]+(:\d+)?)$/, 'is an address like http://localhost:9200, or none')
      .default(plainPolicy.deviceService!),
    'http://localhost:9200',
    "The card reader's service on the user's own machine, which pages may call; none where there is none",
  ),
  TLS_CERT_FILE: setting(
    z.string().min(1).optional(),
    '—',
    'Certificate (PEM, its chain behind it) to speak https without a proxy; SIGHUP reads it anew',
  ),
  TLS_KEY_FILE: setting(z.string().min(1).optional(), '—', 'Key of the certificate (PEM)'),
  TRUSTED_PROXIES: setting(
    z
      .string()
      .transform(text => text.split(/[\s,]+/).filter(Boolean))
      .refine(list => list.length > 0 && list.every(isNetwork), 'lists addresses or networks, like 10.0.0.5,192.168.1.0/24')
      .optional(),
    '—',
    'Proxies whose X-Forwarded-For and -Proto are believed; by default the nearest one where PUBLIC_URL is https',
  ),
  DATA_DIR: setting(
    z.string().min(1).default('data'),
    'data',
    "Folder of the embedded PostgreSQL and all it holds, from the project's root",
  ),
  DISK_RESERVE_MB: setting(
    count('is a number from 0 to 100000; 0 is none', 0, 100_000).optional(),
    '256',
    'Size of a file in DATA_DIR that is given up when the disk is full, so that data can still be read; 0 is none, as with NODE_ENV=test',
  ),
  DISK_LOW_MB: setting(
    count('is a number from 0 to 10000000', 0, 10_000_000).default(2048),
    '2048',
    'Free space on the disk of DATA_DIR below which administrators are warned',
  ),
  DATABASE_URL: setting(
    postgresUrl.optional(),
    '—',
    'A PostgreSQL 15 or later to use instead of the embedded one; its user owns the database',
  ),
  DATABASE_DIRECT_URL: setting(postgresUrl.optional(), 'DATABASE_URL', 'Where migrations connect, when DATABASE_URL is a pooler'),
  DATABASE_CONNECTIONS: setting(
    count('is a number from 1 to 500', 1, 500).default(10),
    '10',
    'Database connections of the calls; a fifth is reserved for calls that move money. Ten more serve jobs and maintenance',
  ),
  SOURCE_CALLS_PER_MINUTE: setting(
    count('is a number from 0 to 1000000; 0 is no limit', 0, 1_000_000).optional(),
    '300',
    'Calls a minute from one address that has not signed in; 0 is no limit, as with NODE_ENV=test',
  ),
  SESSION_CALLS_PER_MINUTE: setting(
    count('is a number from 0 to 1000000; 0 is no limit', 0, 1_000_000).optional(),
    '12000',
    'Calls a minute of one session; devices are not limited; 0 is no limit, as with NODE_ENV=test',
  ),
  IDLE_MINUTES: setting(
    count('is a number of minutes from 0 to 1440; 0 is never', 0, 1440).default(15),
    '15',
    'Minutes without a call after which users with money roles are signed out; 0 is never',
  ),
  CLIENT_PROFILE: setting(
    z.enum(['standard', 'local'], 'is standard or local').default('standard'),
    'standard',
    'local: one station by itself, without fuel operations of the company, points store and authorization codes',
  ),
  DATA_SCREEN: setting(z.enum(['on', 'off'], 'is on or off').default('off'), 'off', 'on: managers find the data screen in the top bar'),
  SEARCH_FROM: setting(
    z.enum(['history'], 'is history').optional(),
    '—',
    'history: every list and sum that the pages ask for also covers records older than a year; for a company that looks back',
  ),
  FILING_NUMBER: setting(z.string().min(1).max(60).optional(), '—', 'Filing number (备案号) shown at the foot of the pages'),
  METRICS_TOKEN: setting(
    z.string().min(16, 'has at least 16 characters').optional(),
    '—',
    'Who shows it reads /metrics from elsewhere: Authorization: Bearer …; without it only the machine itself',
  ),
  MASTER_KEY: setting(
    z.string().min(1).optional(),
    '—',
    'Key that PINs are bound to, as id:64 hexadecimal digits; several are parted by commas, the current one first',
  ),
  MASTER_KEY_FILE: setting(
    z.string().min(1).optional(),
    'DATA_DIR.key',
    'File of the master key; made at the first start, kept outside the data folder and its backups',
  ),
  AUDIT_DIR: setting(
    z.string().min(1).optional(),
    'DATA_DIR.audit',
    'Folder where the heads of the audit chains are noted every hour, outside the data folder',
  ),
  ARCHIVE_DIR: setting(
    z.string().min(1).optional(),
    '—',
    'Folder for the WAL and the base backups of the embedded PostgreSQL, to restore any moment; on another disk than DATA_DIR',
  ),
  BASE_BACKUP_HOURS: setting(
    count('is a number of hours from 1 to 720', 1, 720).default(24),
    '24',
    'Hours from one base backup in ARCHIVE_DIR to the next',
  ),
  BASE_BACKUPS: setting(
    count('is a number from 1 to 100', 1, 100).default(2),
    '2',
    'Base backups that are kept; the WAL before the oldest of them goes',
  ),
  FILES_DIR: setting(
    z.string().min(1).optional(),
    'DATA_DIR/files',
    'Folder of uploaded files; instances that share a database share it too',
  ),
  FILES_BUCKET_URL: setting(
    z.url({ protocol: /^https?$/, error: 'is an address like https://s3.example.com/bucket' }).optional(),
    '—',
    'Bucket for uploaded files instead of a folder, as https://host/bucket; its region may follow as ?region=eu-central-1',
  ),
  FILES_BUCKET_KEY: setting(
    z
      .string()
      .regex(/^[^:\s]+:\S+$/, 'reads id:secret')
      .optional(),
    '—',
    'Access key of the bucket, as id:secret',
  ),
  MAIL_URL: setting(
    z
      .string()
      .regex(/^smtps?:\/\/./, 'is an address like smtp://user:password@mail.example.com:587')
      .optional(),
    '—',
    'Mail server, as smtp://user:password@host:587 or smtps://…:465; without it mail stays in the outbox',
  ),
  MAIL_FROM: setting(
    z
      .string()
      .regex(/^[^@]*[^@\s]+@[^@\s]+$/, 'is an address like Forecourt <no-reply@example.com>')
      .optional(),
    '—',
    'Sender of mail, as Forecourt <no-reply@example.com>',
  ),
  WECHAT_PAY_URL: setting(
    z.string().regex(platformUrl, 'is an address like https://api.mch.weixin.qq.com').default('https://api.mch.weixin.qq.com'),
    'https://api.mch.weixin.qq.com',
    'Where WeChat Pay is called; http only on this machine, and never in production',
  ),
  ALIPAY_URL: setting(
    z
      .string()
      .regex(platformUrl, 'is an address like https://openapi.alipay.com/gateway.do')
      .default('https://openapi.alipay.com/gateway.do'),
    'https://openapi.alipay.com/gateway.do',
    'The gateway of Alipay; http only on this machine, and never in production',
  ),
  SMS_URL: setting(
    z
      .string()
      .regex(/^https?:\/\/./, 'is an address like https://sms.example.com/send')
      .optional(),
    '—',
    'Gateway of SMS; {to}, {text} and {key} stand for number, text and a mark of the message; without it SMS stay in the outbox',
  ),
  SMS_HEADERS: setting(
    z.string().transform(headersOf).optional(),
    '—',
    'Headers for the gateway as JSON, such as its key: {"Authorization":"Bearer …","Content-Type":"application/json"}',
  ),
  SMS_BODY: setting(
    z.string().min(1).optional(),
    '—',
    'Body for the gateway, sent by POST, such as {"phone":"{to}","content":"{text}"}; without it the call is a GET',
  ),
  NODE_ENV: setting(
    z.enum(['development', 'production', 'test'], 'is development, production or test').default('development'),
    'development',
    'production: no demo company, and none is tolerated; test: writes DATA_DIR/demo.json',
  ),
  LOG_LEVEL: setting(
    z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'is trace, debug, info, warn, error, fatal or silent')
      .optional(),
    'warn; info in production',
    'What is logged, as JSON lines',
  ),
} satisfies Record<string, Setting>
