import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/*
 * Certificates for tests and for platforms that are simulated: X.509, version 1, signed by themselves. Node reads certificates and makes
 * none.
 * @source RFC 5280, section 4.1
 */

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const algorithms = {
  ec: sequence(Buffer.from('06082a8648ce3d040302', 'hex')),
  rsa: sequence(Buffer.from('06092a864886f70d01010b0500', 'hex')),
} as const

const attributes = { C: '550406', O: '55040a', OU: '55040b', CN: '550403' } as const
const named = (name: Readonly<Partial<Record<keyof typeof attributes, string>>>) =>
  sequence(
    ...Object.entries(name).map(([key, text]) => {
      const id = Buffer.from(`0603${attributes[key as keyof typeof attributes]}`, 'hex')
      return der(0x31, sequence(id, der(0x0c, Buffer.from(text))))
    }),
  )
const time = (at: Date) => {
  const digits = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return der(0x17, Buffer.from(digits.slice(2)))
}

export interface Issued {
  readonly certificate: string
  readonly privateKey: string
}

/** @param serial in hexadecimal digits, the first of them below 8 */
export function issueCertificate(
  kind: keyof typeof algorithms,
  name: Parameters<typeof named>[0],
  { until, serial = '01' }: { readonly until: Date; readonly serial?: string },
): Issued {
  const { publicKey, privateKey } = keysOf(kind)
  const facts = sequence(
    der(0x02, Buffer.from(serial, 'hex')),
    algorithms[kind],
    named(name),
    sequence(time(new Date('2020-01-01T00:00:00Z')), time(until)),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', facts, privateKey))
  const body = sequence(facts, algorithms[kind], signature).toString('base64')
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${body.replaceAll(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`,
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

function keysOf(kind: keyof typeof algorithms): { publicKey: KeyObject; privateKey: KeyObject } {
  return kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: 2048 })
}
