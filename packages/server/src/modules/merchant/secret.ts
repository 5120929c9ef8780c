import { secretKinds, type ErrorCode, type SecretKind } from '@forecourt/contract'
import { createHash, createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import { refuse } from '../../platform/execution/refusal.ts'

/** What secrets of merchant accounts are sealed for: each kind by itself. */
export const sealedFor = (kind: SecretKind): string => `merchant-account-${kind}`

export type Secrets = Partial<Record<SecretKind, string>>

/** What may be shown of a secret. */
export interface Shown {
  readonly mask: string
  readonly fingerprint: string
  readonly endDate: string | null
}

/**
 * The secret as it is kept, and what is shown of it.
 * @throws merchant.notPrivateKey, merchant.notCertificate, merchant.notPlatformKey, merchant.certificateEnded,
 *   merchant.platformCertificateEnded
 */
export function examine(kind: SecretKind, text: string, now: Date): Shown {
  switch (kind) {
    case 'merchantPrivateKey':
      return ofKey(createPublicKey(privateKey(text)), '')
    case 'rootCertificate':
    case 'merchantCertificate':
      return ofCertificate(certificate(text) ?? refuse('merchant.notCertificate'), now, 'merchant.certificateEnded')
    case 'platformKey': {
      const certified = certificate(text)
      return certified ? ofCertificate(certified, now, 'merchant.platformCertificateEnded') : ofKey(publicKey(text), '')
    }
    default:
      return { mask: `••••••${text.slice(-2)}`, fingerprint: sha256(text), endDate: null }
  }
}

/** @throws merchant.keyUnfit the private key belongs to another certificate */
export function refuseUnfitPair({ merchantPrivateKey, merchantCertificate }: Secrets): void {
  if (merchantPrivateKey === undefined || merchantCertificate === undefined) return
  if (!certificate(merchantCertificate)?.checkPrivateKey(privateKey(merchantPrivateKey))) refuse('merchant.keyUnfit')
}

export const kindsOf = (secrets: Secrets): SecretKind[] => secretKinds.filter(kind => secrets[kind] !== undefined)

/** PEM in its lines: a field of one line takes the breaks away from what is pasted into it. Whatever is no PEM stays as it is. */
export const inLines = (text: string): string =>
  text
    .replaceAll(/-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----\s*/g, (_, name: string, body: string) => {
      const lines = body.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
      return [`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`, ''].join('\n')
    })
    .trim()

const sha256 = (of: string | Buffer): string => createHash('sha256').update(of).digest('hex').toUpperCase()

function ofKey(key: KeyObject, mask: string): Shown {
  const { asymmetricKeyType, asymmetricKeyDetails } = key
  const bits = asymmetricKeyDetails?.modulusLength
  return {
    mask: mask || [(asymmetricKeyType ?? '').toUpperCase(), bits].filter(Boolean).join(' '),
    fingerprint: sha256(key.export({ type: 'spki', format: 'der' })),
    endDate: null,
  }
}

function ofCertificate(of: X509Certificate, now: Date, ended: ErrorCode): Shown {
  const end = new Date(of.validTo)
  if (end <= now) refuse(ended, { day: end.toISOString().slice(0, 10) })
  return { mask: `••••••${of.serialNumber.slice(-6)}`, fingerprint: of.fingerprint256.replaceAll(':', ''), endDate: end.toISOString() }
}

const isPem = (text: string): boolean => text.startsWith('-----BEGIN ')
const der = (text: string): Buffer | undefined => (/^[A-Za-z0-9+/\s]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined)

/** The first form that it can be read in; undefined where there is none. */
function firstOf<T>(ways: readonly (() => T)[]): T | undefined {
  for (const read of ways) {
    try {
      return read()
    } catch {
      // Another form is tried; what none of them reads is refused where it was asked for.
    }
  }
  return undefined
}

function privateKey(text: string): KeyObject {
  const bytes = der(text)
  const ways = isPem(text)
    ? [() => createPrivateKey(text)]
    : (['pkcs8', 'pkcs1'] as const).flatMap(type => (bytes ? [() => createPrivateKey({ key: bytes, format: 'der', type })] : []))
  return firstOf(ways) ?? refuse('merchant.notPrivateKey')
}

function publicKey(text: string): KeyObject {
  const bytes = der(text)
  // A private key would be read as well, for the public one follows from it: it does not belong here.
  const ways = isPem(text)
    ? text.includes('PUBLIC KEY-----')
      ? [() => createPublicKey(text)]
      : []
    : (['spki', 'pkcs1'] as const).flatMap(type => (bytes ? [() => createPublicKey({ key: bytes, format: 'der', type })] : []))
  return firstOf(ways) ?? refuse('merchant.notPlatformKey')
}

const certificate = (text: string): X509Certificate | undefined =>
  text.startsWith('-----BEGIN CERTIFICATE-----') ? firstOf([() => new X509Certificate(text)]) : undefined
