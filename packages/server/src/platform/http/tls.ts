import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, type Server } from 'node:tls'

export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}
export interface Tls {
  readonly cert: Buffer
  readonly key: Buffer
}

/** The certificate and its key do not serve. The administrator can put it right. */
export class TlsRefused extends Error {}

/** The certificate, with its chain behind it, and its key. @throws TlsRefused */
export function readTls({ certFile, keyFile }: TlsFiles, now: Date): Tls {
  const [cert, key] = [pemOf('TLS_CERT_FILE', certFile), pemOf('TLS_KEY_FILE', keyFile)]
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new TlsRefused(`${certFile} and ${keyFile} are no certificate and its key: ${(error as Error).message}`)
  }
  const { validTo } = new X509Certificate(cert)
  if (new Date(validTo) <= now) throw new TlsRefused(`The certificate in ${certFile} ended on ${validTo}: renew it.`)
  return { cert, key }
}

function pemOf(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new TlsRefused(`${setting} cannot be read: ${(error as Error).message}`)
  }
}

/** From the next connection on the server shows what the files hold now; those that stand go on. @throws TlsRefused, changing nothing */
export function renewTls(server: unknown, files: TlsFiles, now: Date): void {
  ;(server as Server).setSecureContext({ ...readTls(files, now), minVersion: 'TLSv1.2' })
}
