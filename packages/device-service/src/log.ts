import type { FastifyRequest } from 'fastify'
import type { ResultReason } from '@forecourt/contract/reader/result-codes.ts'

export type Log = (line: Readonly<Record<string, unknown>>) => void

/** A line of JSON each. */
export const logTo =
  (out: { write(text: string): unknown }): Log =>
  line =>
    void out.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`)

/** The last four of a number, the last two of a uuid: enough to find the call again, too little to be a card. */
export const masked = (text: unknown, shown: number): string | undefined =>
  typeof text === 'string' && text.length > shown ? `…${text.slice(-shown)}` : undefined

interface Outcome {
  readonly result: ResultReason
  readonly ms: number
  readonly origins: readonly string[]
}

/** What is logged of a call: never its body, its address as the program knows it, its origin where it is one of ours. */
export function lineOf({ method, routeOptions, headers, body }: FastifyRequest, { result, ms, origins }: Outcome) {
  const { number, logicCardNo, uuid, slot } = (body ?? {}) as Record<string, unknown>
  return {
    level: result === 'ok' ? 'info' : 'warn',
    call: `${method} ${routeOptions.url ?? '?'}`,
    origin: origins.find(each => each === headers.origin) ?? 'other',
    result,
    ms,
    slot: typeof slot === 'number' ? slot : undefined,
    number: masked(number ?? logicCardNo, 4),
    uuid: masked(uuid, 2),
  }
}
