import { createHash, createPrivateKey, createPublicKey, createSign, createVerify, X509Certificate, type KeyObject } from 'node:crypto'
import type { Credentials } from './platform.ts'

/*
 * How Alipay's open platform and a merchant sign what they send each other (RSA2: SHA256 with RSA), with plain keys or with certificates.
 * @source opendocs.alipay.com: signing, verifying, certificates
 */

/** What is signed: everything but the signature and what is empty, by name, as it is before it is encoded for an address. */
export const signedText = (fields: Readonly<Record<string, string>>): string =>
  Object.keys(fields)
    .filter(name => name !== 'sign' && fields[name] !== '')
    .toSorted()
    .map(name => `${name}=${fields[name]}`)
    .join('&')

/** Keys are handed out as bare base64, with or without the lines of PEM around it. */
const derOf = (key: string) => Buffer.from(key.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')

/** @throws where it is none */
export function privateKeyOf(key: string): KeyObject {
  if (key.includes('-----')) return createPrivateKey(key)
  const der = derOf(key)
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  } catch {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs1' })
  }
}

/** Of a public key, or of a certificate. @throws where it is none */
export const publicKeyOf = (key: string): KeyObject =>
  key.includes('-----') ? createPublicKey(key) : createPublicKey({ key: derOf(key), format: 'der', type: 'spki' })

export const signText = (privateKey: string, text: string): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(privateKeyOf(privateKey), 'base64')

export function isSigned(platformKey: string, text: string, signature: string): boolean {
  try {
    return createVerify('RSA-SHA256').update(text, 'utf8').verify(publicKeyOf(platformKey), signature, 'base64')
  } catch {
    return false
  }
}

/**
 * The number by which the platform knows a certificate: MD5 over its issuer, the last part first, and its serial number in decimal digits.
 */
export function certificateNumber(certificate: string): string {
  const { issuer, serialNumber } = new X509Certificate(certificate)
  const name = issuer.split('\n').toReversed().join(',')
  return createHash('md5')
    .update(`${name}${BigInt(`0x${serialNumber}`)}`)
    .digest('hex')
}

const certificates = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
/** Those of the roots that sign with RSA, joined; the others are of algorithms that are not used here. */
export function rootNumber(roots: string): string {
  const withRsa = (roots.match(certificates) ?? []).filter(one => isRsa(one))
  return withRsa.map(certificateNumber).join('_')
}

function isRsa(certificate: string): boolean {
  try {
    return new X509Certificate(certificate).publicKey.asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** With certificates, each request says which ones it is about. */
export const certificateFields = ({ secrets }: Credentials): Record<string, string> =>
  secrets.merchantCertificate && secrets.rootCertificate
    ? { app_cert_sn: certificateNumber(secrets.merchantCertificate), alipay_root_cert_sn: rootNumber(secrets.rootCertificate) }
    : {}

/**
 * The answer as its signature covers it: the text of the named part, exactly as it was sent.
 * @returns undefined where there is no such part, or it does not end
 */
export function partOf(text: string, name: string): string | undefined {
  const at = text.indexOf(`"${name}":`)
  const begin = at < 0 ? -1 : text.indexOf('{', at + name.length + 3)
  if (begin < 0 || text.slice(at + name.length + 3, begin).trim() !== '') return undefined
  let depth = 0
  for (let index = begin; index < text.length; index++) {
    const sign = text[index]
    if (sign === '"') index = endOfString(text, index)
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return text.slice(begin, index + 1)
  }
  return undefined
}

/** Where the string that begins here ends. */
function endOfString(text: string, begin: number): number {
  let index = begin + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}
