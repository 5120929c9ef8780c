import type { Endpoint } from '@forecourt/contract'
import { headersOf, refreshIfDue, timeoutMs, urlOf } from './api.ts'
import { fileNameOf, saveBlob } from './save.ts'

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
