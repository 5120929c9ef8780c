import type { Endpoint } from '@forecourt/contract'
import { callFile } from './api.ts'
import { inertType } from './inert.ts'
import { fileNameOf, saveBlob } from './save.ts'

/**
 * Fetches a file and hands it to the browser under the name that the server gives it, and its type where that runs nothing.
 * A failure is not spoken of: the user who asked sees that nothing came. @source spec 1 §7 "Binary download"
 * @returns whether a file came
 */
export async function download(endpoint: Endpoint, id?: number, query: Record<string, unknown> = {}): Promise<boolean> {
  try {
    const response = await callFile(endpoint, { ...(id !== undefined && { id }), query: { download: true, ...query } })
    const name = fileNameOf(response.headers.get('content-disposition') ?? '')
    saveBlob(name, new Blob([await response.blob()], { type: inertType(response.headers.get('content-type')) }))
    return true
  } catch {
    return false
  }
}
