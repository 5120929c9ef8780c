import { wordsOf } from '@forecourt/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** So long a body may take; a large file gets as much longer as it takes at the rate of a poor line. */
const bodyMsUsual = 60_000
const freeBytes = 4 * 1024 * 1024
const bytesPerMs = 64

/**
 * A client that sends its body byte by byte holds a connection and what was read of it. It is hung up on, in words if it listens; what
 * was to be done with the body has not begun.
 */
export function cutSlowBodies(app: FastifyInstance, bodyMs = bodyMsUsual): void {
  const waiting = new Set<NodeJS.Timeout>()
  // A server that has ended hangs up on nobody.
  app.addHook('onClose', (_instance, done) => {
    for (const timer of waiting) clearTimeout(timer)
    done()
  })
  app.addHook('onRequest', (request, _reply, next) => {
    const { raw } = request
    if (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined) {
      const timer = setTimeout(() => hangUp(request), bodyMs + extraMs(request)).unref()
      waiting.add(timer)
      const arrived = () => {
        clearTimeout(timer)
        waiting.delete(timer)
      }
      raw.once('end', arrived).once('close', arrived)
    }
    next()
  })
}

const extraMs = ({ raw, routeOptions }: FastifyRequest) =>
  Math.max(0, Math.min(Number(raw.headers['content-length'] ?? 0), routeOptions.bodyLimit ?? 0) - freeBytes) / bytesPerMs

function hangUp({ raw, log, routeOptions }: FastifyRequest) {
  log.info({ call: routeOptions.url }, 'a body took too long')
  const body = JSON.stringify({ code: 'request.tooSlow', message: wordsOf('request.tooSlow', 'en', {}) })
  const head = ['HTTP/1.1 408 Request Timeout', 'content-type: application/json; charset=utf-8', 'connection: close']
  const { socket } = raw
  // The line ends once the answer has left; a call that came over no line, as in tests, has nothing to end but itself.
  if (socket.writable) {
    socket.end([...head, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'), () => raw.destroy())
  } else raw.destroy()
}
