import fastifyMultipart from '@fastify/multipart'
import { fileDetail, fileRules, megabyte, type FileType } from '@forecourt/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { files, keyOf } from '../storage/store.ts'
import { takeIn, type TakenFile } from '../storage/receive.ts'
import { Refusal, refuse } from '../execution/refusal.ts'

/** What surrounds a file in a form: boundaries, its name, a few fields that nobody reads. */
const envelopeMax = 16 * 1024
export const uploadBytesMax = Math.max(...Object.values(fileRules).map(({ bytesMax }) => bytesMax)) + megabyte

/** Forms with a file are understood here and nowhere else: other calls go on taking JSON alone. */
export async function withForms(app: FastifyInstance, routes: (app: FastifyInstance) => void): Promise<void> {
  await app.register(async within => {
    await within.register(fastifyMultipart, {
      limits: { files: 1, fields: 5, parts: 6, fieldNameSize: 100, fieldSize: envelopeMax, headerPairs: 20 },
      throwFileSizeLimit: false,
    })
    routes(within)
  })
}

/** The one file of a form, taken in. @throws file.missing, file.onlyOne, and what stands against the file itself */
export async function fileIn(request: FastifyRequest, type: FileType, companyId: number): Promise<TakenFile> {
  if (!request.isMultipart()) refuse('file.missing')
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > fileRules[type].bytesMax + envelopeMax) refuse('file.tooLarge', fileDetail(type))
  let taken: TakenFile | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: fileRules[type].bytesMax + 1 } })) {
      if (part.type !== 'file') continue
      if (part.fieldname !== 'file') refuse('file.missing')
      taken = await takeIn(type, companyId, { stream: part.file, name: part.filename ?? '', mime: part.mimetype })
    }
  } catch (thrown) {
    throw ofForm(thrown) ?? thrown
  }
  return taken ?? refuse('file.missing')
}

function ofForm(thrown: unknown): Refusal | undefined {
  const { code = '' } = thrown as { code?: string }
  if (thrown instanceof Refusal) return undefined
  if (code === 'FST_FILES_LIMIT') return new Refusal('file.onlyOne')
  return code.startsWith('FST_') || /Unexpected end|Multipart|Malformed/i.test(String((thrown as Error).message))
    ? new Refusal('request.malformed')
    : undefined
}

interface Given {
  readonly sha256: string
  readonly companyId: number
  readonly name: string
  readonly contentType: string
  readonly size: number
  /** Not kept by the browser at all: it holds what was true for a moment. */
  readonly passing?: true
}

/**
 * Only pictures are shown in place; everything else is handed over to be kept. Whatever it is, it runs nothing. A browser may keep the
 * bytes, since an id never gets others, but shows them only after this server has let its session in again; caches between keep nothing.
 */
export async function giveFile(request: FastifyRequest, reply: FastifyReply, file: Given): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`
  reply
    .header('etag', etag)
    .header('cache-control', file.passing ? 'private, no-store' : 'private, no-cache')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
  const how = file.contentType.startsWith('image/') ? 'inline' : 'attachment'
  reply
    .header('content-disposition', `${how}; filename="${plain(file.name)}"; filename*=UTF-8''${encoded(file.name)}`)
    .header('content-length', file.size)
    .type(file.contentType)
  return reply.send(await files().open(keyOf(file.companyId, file.sha256)))
}

/** For programs that read no other: what is not a plain letter is a line. */
const plain = (name: string) => name.replaceAll(/[^\w. -]/g, '_')
/** @source RFC 8187: apart from letters and digits few signs stand for themselves */
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
