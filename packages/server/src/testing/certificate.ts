import { generateKeyPairSync, sign } from 'node:crypto'

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))
const named = (name: string) => sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))))
const time = (at: Date) =>
  der(
    0x17,
    Buffer.from(
      at
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, '')
        .slice(2),
    ),
  )

/** A certificate that signs itself, and its key, as PEM. */
export function selfSigned(name: string, until: Date): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const facts = sequence(
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    named(name),
    sequence(time(new Date('2020-01-01T00:00:00Z')), time(until)),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const seal = der(0x03, Buffer.from([0]), sign('sha256', facts, privateKey))
  const body = sequence(facts, ecdsaWithSha256, seal).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${body.replaceAll(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}
