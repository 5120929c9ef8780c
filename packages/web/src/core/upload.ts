import { attachments, fileDetail, fileRefusal, wordsOf, type Attachment, type FileType } from '@forecourt/contract'
import { language, t } from '../i18n/index.ts'
import { ApiError, headersOf, read, refreshIfDue, reportFailure, timeoutMs } from './api.ts'
import { urlOf } from './request.ts'

/**
 * Puts up one file and tells how far it has come, 0 to 1. What its name and size already forbid is refused before a byte is sent.
 * @throws ApiError, or the signal's reason
 */
export async function upload(
  file: File,
  type: FileType,
  onProgress: (share: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Attachment> {
  const code = fileRefusal(type, file)
  if (code) {
    const detail = fileDetail(type)
    throw new ApiError(0, { code, message: wordsOf(code, language(), detail), field: 'file', detail })
  }
  await refreshIfDue(attachments.upload)
  try {
    const { body } = await read(await send(file, type, onProgress, signal), false)
    return body as Attachment
  } catch (error) {
    if (error instanceof ApiError) reportFailure(error)
    throw error
  }
}

/** `fetch` does not say how far a body has been sent; its elder does. */
function send(file: File, type: FileType, onProgress: (share: number) => void, signal?: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', urlOf(attachments.upload.path, { query: { type } }))
    request.timeout = timeoutMs
    for (const [name, value] of Object.entries(headersOf())) if (name !== 'Content-Type') request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status, headers: headersIn(request) }))
    request.ontimeout = request.onerror = () => reject(new ApiError(0, { code: 'network', message: t('error.network') }))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

const headersIn = (request: XMLHttpRequest) =>
  ['authorization', 'expiration', 'x-request-id'].flatMap(name => {
    const value = request.getResponseHeader(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
