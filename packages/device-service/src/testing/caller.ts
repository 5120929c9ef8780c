import { request } from 'node:http'
import { nonceHeader, readerCalls, type ReaderCallName } from '@forecourt/contract/reader/reader-calls.ts'
import type { ReaderReturned, ReaderSent } from '@forecourt/contract/reader/reader-schemas.ts'
import type { FailureReason } from '@forecourt/contract/reader/result-codes.ts'
import { afterEach } from 'vitest'
import type { Reader } from '../reader.ts'
import { startDeviceService, type ServiceOptions } from '../service.ts'
import { VirtualReader, type VirtualOptions } from '../virtual-reader.ts'

export const ours = 'https://forecourt.example'
export const strange = 'https://strange.example'

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** As it is; anything else is written as JSON. */
  readonly body?: unknown
}
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: { resultCode: number; resultMessage: string; reason?: FailureReason; data?: unknown }
}

/** One request over a connection of its own, with whatever headers: a browser would not send some of them, others would. */
export const send = (port: number, path: string, { method = 'POST', headers = {}, body }: Sent = {}): Promise<Reply> =>
  new Promise((done, failed) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const json = text === undefined ? {} : { 'content-type': 'application/json' }
    const asked = request({ port, host: '127.0.0.1', path, method, agent: false, headers: { ...json, ...headers } }, reply => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () => {
        const words = Buffer.concat(parts).toString()
        done({ status: reply.statusCode!, headers: reply.headers, body: words ? JSON.parse(words) : {} })
      })
    })
    // Of a body that is refused before it is read whole, the rest finds nobody.
    asked.on('error', failed)
    asked.end(text)
  })

/** A page of an allowed origin, as far as it does what a page of ours does: a nonce before each change. */
export function pageAt(port: number, origin = ours, language = 'zh') {
  const headers = { origin, host: `localhost:${port}`, 'accept-language': language }
  const nonce = async () => {
    const { body } = await send(port, readerCalls.nonce.path, { method: 'GET', headers })
    return (body.data as ReaderReturned<'nonce'> | undefined)?.nonce ?? ''
  }
  const call = async <N extends ReaderCallName>(name: N, body?: ReaderSent<N>): Promise<Reply> => {
    const { method, path, changes } = readerCalls[name]
    return send(port, path, { method, body, headers: { ...headers, ...(changes && { [nonceHeader]: await nonce() }) } })
  }
  /** @throws where it fails */
  const done = async <N extends ReaderCallName>(name: N, body?: ReaderSent<N>): Promise<ReaderReturned<N>> => {
    const reply = await call(name, body)
    if (reply.body.resultCode !== 0) throw new Error(`${name}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body.data as ReaderReturned<N>
  }
  /** @returns why it failed; ok where it did not */
  const refused = async <N extends ReaderCallName>(name: N, body?: ReaderSent<N>) => (await call(name, body)).body.reason ?? 'ok'
  return { call, done, refused, nonce, headers }
}
export type Page = ReturnType<typeof pageAt>

const running: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop()
})

interface Wanted extends Partial<Omit<ServiceOptions, 'reader'>> {
  readonly reader?: Reader
  readonly drawer?: VirtualOptions
}
/** A service with a drawer of its own, ended with the test. */
export async function service({ drawer, reader = new VirtualReader(drawer), ...options }: Wanted = {}) {
  const started = await startDeviceService({ reader, origins: [ours], port: 0, ...options })
  running.push(started)
  return { port: started.port, page: pageAt(started.port), stop: started.stop }
}
