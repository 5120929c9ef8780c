import type { Language } from '../i18n/index.ts'
import { version } from './version.ts'

export type Given = { id?: number; body?: unknown; query?: Record<string, unknown> }

/** `/api/v1` is put before a path that lacks it. */
export function urlOf(path: string, { id, query }: Given = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) if (one !== undefined && one !== null && one !== '') parameters.append(name, String(one))
  }
  const prefixed = path.startsWith('/api/v1') ? path : `/api/v1${path}`
  const text = parameters.toString()
  return prefixed.replace(':id', String(id)) + (text && `?${text}`)
}

/** What goes with every call, wherever its user works. @source spec 0 §7 "Conventions" */
export const plainHeaders = (language: Language, token: string | null | undefined): Record<string, string> => ({
  'Content-Type': 'application/json',
  'Cache-Control': 'no-cache',
  Pragma: 'no-cache',
  client: `web/${version}`,
  language,
  ...(token && { Authorization: token }),
})
