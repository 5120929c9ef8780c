import type { Channel, Outcome } from './channel.ts'

/** Any gateway that takes an SMS by HTTP. `{to}`, `{text}` and `{key}` stand for what is sent; address and headers may hold its secret. */
export interface SmsGateway {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent by POST; without it everything stands in the address, and it is a GET. */
  readonly body: string | undefined
}

export function smsBy({ url, headers, body }: SmsGateway, timeoutMs = 15_000): Channel {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  // Within quotes of JSON, as the template has them; everything else travels as in an address.
  const within = type.includes('json') ? (value: string) => JSON.stringify(value).slice(1, -1) : encodeURIComponent
  return {
    from: new URL(url).host,
    async send({ key, address, text }) {
      const values: Record<string, string> = { key, to: address, text }
      const fill = (template: string, escape: (value: string) => string) =>
        template.replaceAll(/\{(to|text|key)\}/g, (_, name: string) => escape(values[name]!))
      try {
        const reply = await fetch(fill(url, encodeURIComponent), {
          method: body === undefined ? 'GET' : 'POST',
          headers,
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
          ...(body !== undefined && { body: fill(body, within) }),
        })
        // Its words may repeat the message, link and all: only its status is kept.
        await reply.body?.cancel()
        return outcomeOf(reply.status)
      } catch (error) {
        return outcomeOfFault(error as Error)
      }
    },
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { end: 'sent' }
  if (status === 429 || status === 503) return { end: 'later', why: `refused: ${status}` }
  if (status >= 500 || status === 408) return { end: 'unsure', why: `silent: ${status}` }
  return { end: 'refused', why: `refused: ${status}` }
}

/** Faults in which nothing can have arrived. */
const before = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

function outcomeOfFault({ name, cause }: Error): Outcome {
  const code = (cause as { code?: string } | undefined)?.code ?? name
  return before.includes(code) ? { end: 'later', why: `unreachable: ${code}` } : { end: 'unsure', why: `silent: ${code}` }
}
