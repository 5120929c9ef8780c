import type { Endpoint } from '@forecourt/contract'
import { headersOf, refreshIfDue, timeoutMs, urlOf } from './api.ts'

/**
 * Fetches a file and hands it to the browser under the name and the type that the server gives it.
 * A failure is not spoken of: whoever asked sees that nothing came. @source spec 1 §7 "Binary download"
 * @returns whether a file came
 */
export async function download(endpoint: Endpoint, id?: number, query: Record<string, unknown> = {}): Promise<boolean> {
  try {
    await refreshIfDue(endpoint)
    const given = { ...(id !== undefined && { id }), query: { download: true, ...query } }
    const response = await fetch(urlOf(endpoint.path, given), {
      headers: headersOf(),
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) return false
    const name = fileNameOf(response.headers.get('content-disposition') ?? '')
    saveBlob(name, new Blob([await response.blob()], { type: response.headers.get('content-type') ?? '' }))
    return true
  } catch {
    return false
  }
}

/** The name a file travels under: the one with all its letters first. @source RFC 6266 */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // What cannot be read leaves the plain name.
    }
  }
  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? 'download'
}

/** Offers what is in memory as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
