import { writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { dirname, join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, expect, inject, test } from 'vitest'
import { selfSigned } from '../../server/src/testing/certificate.ts'
import { demoFolder, startProduct, type Product } from './product.ts'

const folder = demoFolder(inject('firstStart').path)
let product: Product | undefined
afterAll(async () => {
  await product?.stop()
  folder.remove()
})

const files = { TLS_CERT_FILE: join(dirname(folder.path), 'cert.pem'), TLS_KEY_FILE: join(dirname(folder.path), 'key.pem') }
function write({ cert, key }: { cert: string; key: string }) {
  writeFileSync(files.TLS_CERT_FILE, cert)
  writeFileSync(files.TLS_KEY_FILE, key)
}
const named = (name: string) => selfSigned(name, new Date('2049-01-01T00:00:00Z'))

/** Whose certificate a new line is shown. */
const shown = () =>
  new Promise<string>((done, failed) => {
    request(`${product!.url}/healthz`, { rejectUnauthorized: false, agent: false }, reply => {
      done(String((reply.socket as TLSSocket).getPeerCertificate().subject.CN))
      reply.resume()
    })
      .once('error', failed)
      .end()
  })

test('SIGHUP has a running server take a renewed certificate; one that does not fit is reported and changes nothing', async () => {
  write(named('first.example'))
  product = await startProduct({ dataDir: folder.path, env: files })
  expect(await shown()).toBe('first.example')

  write(named('second.example'))
  process.kill(product.pid, 'SIGHUP')
  await expect.poll(shown).toBe('second.example')

  writeFileSync(files.TLS_KEY_FILE, named('other.example').key)
  process.kill(product.pid, 'SIGHUP')
  await expect.poll(() => product!.output()).toContain('the certificate stays as it is')
  expect(await shown()).toBe('second.example')
})
