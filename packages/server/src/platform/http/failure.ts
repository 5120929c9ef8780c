import type { ErrorCode } from '@forecourt/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../execution/command.ts'
import { Refusal } from '../execution/refusal.ts'
import { asRefusal } from '../postgres/refusals-of-postgres.ts'
import { languageOf } from './request-meta.ts'

/** Who is behind a request, for what is logged of it. */
export const actors = new WeakMap<FastifyRequest, Actor>()

/** Who was denied what. The request's own line says where from. */
function logDenied(request: FastifyRequest, { code, detail }: Refusal) {
  request.log.info(
    { code, actor: actors.get(request)?.key ?? 'nobody', permission: detail['permission'], call: request.routeOptions.url },
    'denied',
  )
}

/** Why the database gave no answer, in a line: there may be very many of them. */
function logUnanswered(request: FastifyRequest, thrown: unknown) {
  const { code, message } = thrown as { code?: string; message?: string }
  request.log.warn({ code, reason: message, call: request.routeOptions.url }, 'the database did not answer')
}

/** Answers a call that was refused or failed, in the language of the caller; what is no refusal is logged and answered as `internal`. */
export function fail(request: FastifyRequest, reply: FastifyReply, thrown: unknown) {
  const refusal = thrown instanceof Refusal ? thrown : (asRefusal(thrown) ?? ofFastify(thrown))
  if (!refusal) request.log.error({ err: thrown }, 'failed')
  else if (refusal.status === 401 || refusal.status === 403) logDenied(request, refusal)
  else if (refusal.status === 503 && refusal !== thrown) logUnanswered(request, thrown)
  const said = refusal ?? new Refusal('internal', { requestId: request.id })
  if (said.status === 503) reply.header('retry-after', '2')
  if (said.status === 429) reply.header('retry-after', String(said.detail['retryAfter'] ?? 60))
  return reply
    .status(said.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(said.body(languageOf(request))))
}

const fastifyRefusals: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupportedType',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
}
function ofFastify(thrown: unknown): Refusal | undefined {
  const { code = '', statusCode } = thrown as { code?: string; statusCode?: number }
  const known = fastifyRefusals[code]
  return known
    ? new Refusal(known)
    : statusCode === 400
      ? new Refusal('request.malformed')
      : statusCode === 429
        ? new Refusal('request.tooMany')
        : undefined
}
