import { resolve } from 'node:path'
/** Settings that are wrong, a sentence for each. */
export class WrongSettings extends Error {}

// Settings that belong together.

export function s3Of(url: string | undefined, key: string | undefined) {
  if (!url && !key) return undefined
  if (!url || !key) throw new WrongSettings('FILES_BUCKET_URL and FILES_BUCKET_KEY are set together, or neither is.')
  const { origin, pathname, searchParams } = new URL(url)
  if (!/^\/[^/]+/.test(pathname)) throw new WrongSettings('FILES_BUCKET_URL names no bucket: it reads https://host/bucket.')
  const [keyId = '', ...secret] = key.split(':')
  return { url: origin + pathname, region: searchParams.get('region') ?? 'us-east-1', keyId, secret: secret.join(':') }
}

export function mailOf(url: string | undefined, from: string | undefined) {
  if (!url && !from) return undefined
  if (!url || !from) throw new WrongSettings('MAIL_URL and MAIL_FROM are set together, or neither is.')
  return { url, from }
}

export function smsOf(url: string | undefined, headers: Record<string, string> | undefined, body: string | undefined) {
  if (url) return { url, headers: headers ?? {}, body }
  if (headers || body) throw new WrongSettings('SMS_HEADERS and SMS_BODY stand beside SMS_URL, which is not set.')
  return undefined
}

/** Production pays by the platforms themselves. */
export function paymentsOf({ WECHAT_PAY_URL: wx, ALIPAY_URL: ali }: { WECHAT_PAY_URL: string; ALIPAY_URL: string }, mode: string) {
  if (mode === 'production' && [wx, ali].some(url => !url.startsWith('https:')))
    throw new WrongSettings('WECHAT_PAY_URL and ALIPAY_URL begin with https: in production.')
  return { wx, ali }
}

export function directOf({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }: Given<'DATABASE_URL' | 'DATABASE_DIRECT_URL'>): void {
  if (direct && !url) throw new WrongSettings('DATABASE_DIRECT_URL stands beside DATABASE_URL, which is not set.')
}

type Given<N extends string> = { readonly [Name in N]?: string | undefined }
type OutsideSettings = Given<'MQTT_URL' | 'MQTT_PAGES_URL' | 'MQTT_HOOK_SECRET'>
export function outsideOf({ MQTT_URL: broker, MQTT_PAGES_URL: pages, MQTT_HOOK_SECRET: secret }: OutsideSettings, secure: boolean) {
  if (!broker && !pages && !secret) return undefined
  if (!broker || !pages || !secret) throw new WrongSettings('MQTT_URL, MQTT_PAGES_URL and MQTT_HOOK_SECRET are set together, or none is.')
  if (secure && !pages.startsWith('wss:')) throw new WrongSettings('MQTT_PAGES_URL begins with wss: where pages come over https.')
  return { broker, pages, secret }
}

export function archiveOf(dir: string | undefined, dataDir: string, databaseUrl: string | undefined) {
  if (!dir) return undefined
  if (databaseUrl) throw new WrongSettings('ARCHIVE_DIR is for the embedded PostgreSQL: let the one of DATABASE_URL archive by itself.')
  if (`${dir}/`.startsWith(`${dataDir}/`))
    throw new WrongSettings('ARCHIVE_DIR lies within DATA_DIR, and would be lost with it: choose a folder elsewhere.')
  return dir
}

export function tlsOf(certFile: string | undefined, keyFile: string | undefined, root: string) {
  if (!certFile && !keyFile) return undefined
  if (!certFile || !keyFile) throw new WrongSettings('TLS_CERT_FILE and TLS_KEY_FILE are set together, or neither is.')
  return { certFile: resolve(root, certFile), keyFile: resolve(root, keyFile) }
}

const megabyte = 1024 * 1024
export const diskOf = (reserve: number, low: number) => ({ reserveBytes: reserve * megabyte, lowBytes: low * megabyte })
