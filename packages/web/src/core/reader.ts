import {
  nonceHeader,
  readerCalls,
  type FailureReason,
  type ReaderAnswer,
  type ReaderCallName,
  type ReaderReturned,
  type ReaderSent,
} from '@forecourt/contract'
import { language } from '../i18n/index.ts'

/** Why the service beside the reader did not answer at all; `off` is a deployment without one. */
export type Unreached = 'off' | 'unreachable' | 'blocked' | 'silent'

/** A call of the device service that did not go well; the message is the service's own, in the user's language. */
export class ReaderError extends Error {
  readonly reason: FailureReason | Unreached
  readonly call: ReaderCallName
  readonly data: unknown
  constructor(call: ReaderCallName, reason: FailureReason | Unreached, message: string, data?: unknown) {
    super(message)
    this.call = call
    this.reason = reason
    this.data = data
  }
}

/** A reader that hangs is given up; writing takes longer than reading. */
const patience: Partial<Record<ReaderCallName, number>> = { issueCard: 20_000, issueFactoryCard: 20_000 }
const usualMs = 8_000

/** What a user calls it where nothing was answered is said by the kit (`kit/reader/say-reader.ts`). */
const fail = (call: ReaderCallName, reason: Unreached): never => {
  throw new ReaderError(call, reason, reason)
}

type Asking<N extends ReaderCallName> =
  ReaderSent<N> extends undefined ? [body?: undefined, signal?: AbortSignal] : [body: ReaderSent<N>, signal?: AbortSignal]

/**
 * A call of the service beside the card reader, on this machine. A call that changes something is given a nonce first.
 * @throws ReaderError
 */
export async function askReader<N extends ReaderCallName>(name: N, ...asking: Asking<N>): Promise<ReaderReturned<N>> {
  return dataOf(name, await answerOfReader(name, ...asking))
}

/** The same as it was answered, success or not, for anyone who looks for a fault. @throws ReaderError where nothing answers */
export async function answerOfReader<N extends ReaderCallName>(
  name: N,
  ...[body, signal]: Asking<N>
): Promise<ReaderAnswer<ReaderReturned<N>>> {
  const { changes } = readerCalls[name]
  const nonce = changes ? dataOf('nonce', await send('nonce', undefined, undefined, signal)).nonce : undefined
  return send(name, body, nonce, signal)
}

function dataOf<N extends ReaderCallName>(name: N, answer: ReaderAnswer<ReaderReturned<N>>): ReaderReturned<N> {
  if (answer.resultCode === 0) return (answer as { data: ReaderReturned<N> }).data
  const { reason, resultMessage, data } = answer as Exclude<typeof answer, { resultCode: 0 }>
  throw new ReaderError(name, reason, resultMessage, data)
}

async function send<N extends ReaderCallName>(
  name: N,
  body: ReaderSent<N> | undefined,
  nonce: string | undefined,
  signal: AbortSignal | undefined,
): Promise<ReaderAnswer<ReaderReturned<N>>> {
  const base = window.forecourt?.deviceService
  if (!base) return fail(name, 'off')
  const { method, path } = readerCalls[name]
  const over = AbortSignal.timeout(patience[name] ?? usualMs)
  const options: RequestInit = {
    method,
    headers: { 'content-type': 'application/json', language: language(), ...(nonce && { [nonceHeader]: nonce }) },
    signal: signal ? AbortSignal.any([signal, over]) : over,
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  }
  try {
    // What answers there with anything but JSON is another program.
    return (await (await fetch(base + path, options)).json()) as ReaderAnswer<ReaderReturned<N>>
  } catch {
    if (signal?.aborted) throw signal.reason
    return fail(name, over.aborted ? 'silent' : (await isBlocked()) ? 'blocked' : 'unreachable')
  }
}

/** Whether the user, or who runs the browser, has forbidden pages to reach this machine. Older browsers have no such question. */
async function isBlocked(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'local-network-access' as PermissionName })
    return state === 'denied'
  } catch {
    return false
  }
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether the browser will ask, once, whether this page may reach the reader of this machine. A page of this very machine may anyway. */
export async function willAsk(): Promise<boolean> {
  if (loopback.test(location.hostname)) return false
  try {
    const { state } = await navigator.permissions.query({ name: 'local-network-access' as PermissionName })
    return state === 'prompt'
  } catch {
    return false
  }
}
