import { nonceHeader } from '@forecourt/contract/reader/reader-calls.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ReaderFailure } from './reader.ts'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Under a name that leads here, a page of somewhere else would pass for one of ours (DNS rebinding). @throws hostRefused */
export function checkHost({ headers, socket }: FastifyRequest): void {
  if (!loopbackNames.some(name => headers.host === `${name}:${socket.localPort}`)) throw new ReaderFailure('hostRefused')
}

/** Browsers name the origin of whatever is not a plain GET, and of each GET whose answer a page may read. @throws originRefused */
export function checkOrigin({ headers }: FastifyRequest, allowed: readonly string[]): string {
  const { origin } = headers
  if (origin === undefined || !allowed.includes(origin)) throw new ReaderFailure('originRefused')
  return origin
}

/** Lets pages of this very origin read what is answered. No cookie and no password of a browser is ever asked for. */
export function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin).header('vary', 'Origin')
}

/** Answers what browsers ask before they call us. */
export function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Chromium up to 141 asked this way before a page from outside reached this machine; later ones ask the user.
  for (const network of ['private', 'local'])
    if (headers[`access-control-request-${network}-network`] === 'true') reply.header(`access-control-allow-${network}-network`, 'true')
  return reply
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', `content-type, language, ${nonceHeader}`)
    .header('access-control-max-age', '600')
    .code(204)
    .send()
}
