import type { Doubt } from './platform.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Faults in which nothing can have arrived at the other side. */
const before = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/**
 * One call to a platform, outside of any transaction. Follows no redirect: signed requests go nowhere else.
 * @returns the answer, or why there is none
 */
export async function exchange(url: string, init: RequestInit, timeoutMs = 8000): Promise<Reply | Doubt> {
  try {
    const reply = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  } catch (error) {
    const { name, cause } = error as Error
    const code = (cause as { code?: string } | undefined)?.code ?? name
    return before.includes(code) ? 'unreachable' : 'silent'
  }
}

/** @returns undefined where it is no JSON object */
export function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
