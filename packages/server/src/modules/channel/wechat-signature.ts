import { createDecipheriv, createPrivateKey, createSign, createVerify, randomBytes, X509Certificate } from 'node:crypto'
import type { Credentials } from './platform.ts'

/*
 * How WeChat Pay (APIv3) and a merchant sign what they send each other, and how the platform encrypts what is inside a notice.
 * @source pay.weixin.qq.com, APIv3: signature, verification, decryption
 */

const lines = (...parts: readonly string[]) => parts.map(part => `${part}\n`).join('')

/** SHA256 with RSA over the lines of a message, each of which ends with a line feed, also an empty one. */
export const signLines = (privateKey: string, ...parts: readonly string[]): string =>
  createSign('RSA-SHA256')
    .update(lines(...parts))
    .sign(createPrivateKey(privateKey), 'base64')

/** The number of a certificate, as the platform writes it: in hexadecimal digits, upper case. */
export const serialOf = (certificate: string): string => new X509Certificate(certificate).serialNumber

/**
 * The header by which a request says who sends it. @param path with its query
 * @throws where the account's key or certificate is none; both are checked when they are entered
 */
export function authorization(
  { merchantNo, secrets }: Credentials,
  { method, path, body, now }: { readonly method: string; readonly path: string; readonly body: string; readonly now: Date },
): string {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const nonce = randomBytes(16).toString('hex')
  const signature = signLines(secrets.merchantPrivateKey!, method, path, timestamp, nonce, body)
  const fields = { mchid: merchantNo, nonce_str: nonce, signature, timestamp, serial_no: serialOf(secrets.merchantCertificate!) }
  const written = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${written.join(',')}`
}

/** What the platform says of its own signature. */
export interface Signed {
  readonly serial: string
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
}

/** @param header reads a header, whatever its case @returns undefined where one is missing */
export function signedOf(header: (name: string) => string | null | undefined): Signed | undefined {
  const [serial, timestamp, nonce, signature] = ['serial', 'timestamp', 'nonce', 'signature'].map(name => header(`wechatpay-${name}`))
  return serial && timestamp && nonce && signature ? { serial, timestamp, nonce, signature } : undefined
}

/** @param key the public key or the certificate of the platform */
export function isSignedBy(key: string, { timestamp, nonce, signature }: Signed, body: string): boolean {
  try {
    return createVerify('RSA-SHA256')
      .update(lines(timestamp, nonce, body))
      .verify(key, signature, 'base64')
  } catch {
    return false
  }
}

const toleranceMs = 5 * 60_000
/** A message that is older or newer than five minutes may be one that was recorded. */
export const isOfNow = ({ timestamp }: Signed, now: Date): boolean => Math.abs(Number(timestamp) * 1000 - now.getTime()) <= toleranceMs

const tagBytes = 16
/**
 * What was encrypted with AEAD_AES_256_GCM under the account's own key (APIv3 key: 32 bytes; published examples have 16).
 * @throws where the text was altered, or encrypted under another key
 */
export function decryptResource(key: string, resource: { nonce: string; associated_data?: string; ciphertext: string }): string {
  const bytes = Buffer.from(resource.ciphertext, 'base64')
  const secret = Buffer.from(key, 'utf8')
  const cipher = secret.length === 32 ? 'aes-256-gcm' : 'aes-128-gcm'
  const decipher = createDecipheriv(cipher, secret, Buffer.from(resource.nonce, 'utf8'))
  decipher.setAAD(Buffer.from(resource.associated_data ?? '', 'utf8'))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
}
