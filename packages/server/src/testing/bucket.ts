import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What a request must be signed with, reckoned from what arrived. @source AWS Signature Version 4 */
function signatureOf(request: IncomingMessage, secret: string): { due: string; shown: string } {
  const { authorization = '' } = request.headers
  const [, scope = '', names = '', shown = ''] =
    /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(authorization) ?? []
  const url = new URL(request.url!, `http://${request.headers.host}`)
  const query = [...url.searchParams]
    .map(pair => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&')
  const headers = names.split(';').map(name => `${name}:${String(request.headers[name]).trim()}\n`)
  const body = String(request.headers['x-amz-content-sha256'])
  const canonical = [request.method, url.pathname, query, headers.join(''), names, body].join('\n')
  const at = String(request.headers['x-amz-date'])
  const key = scope.split('/').reduce<string | Buffer>((under, part) => hmac(under, part), `AWS4${secret}`) as Buffer
  return { due: hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex'), shown }
}

/** A service that speaks as much S3 as we use, and believes no signature. Two objects to a page of a list. */
export async function bucket(secret: string, objects = new Map<string, Buffer>()) {
  const server = createServer((request, response) => void answer(request, response))
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const bytes = Buffer.concat(pieces)
    const end = (status: number, said: string | Buffer = '') => void response.writeHead(status).end(said)
    const { due, shown } = signatureOf(request, secret)
    if (due !== shown) return end(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    const { pathname, searchParams } = new URL(request.url!, 'http://bucket')
    if (searchParams.get('list-type')) return end(200, listed(searchParams))
    if (request.method === 'PUT') {
      if (sha256(bytes) !== request.headers['x-amz-content-sha256'])
        return end(400, '<Error><Code>XAmzContentSHA256Mismatch</Code></Error>')
      objects.set(pathname, bytes)
      return end(200)
    }
    if (request.method === 'DELETE') return end(objects.delete(pathname) ? 204 : 404)
    const found = objects.get(pathname)
    return found ? end(200, found) : end(404, '<Error><Code>NoSuchKey</Code></Error>')
  }
  function listed(query: URLSearchParams): string {
    const after = (query.get('continuation-token') ?? '').replace('<&', '')
    const keys = [...objects.keys()].map(path => path.split('/').slice(2).join('/')).toSorted()
    const left = keys.filter(key => key.startsWith(query.get('prefix') ?? '') && key > after)
    const rows = left.slice(0, 2).map(key => `<Contents><Key>${key}</Key><LastModified>2026-05-01T04:00:00.000Z</LastModified></Contents>`)
    const more = left.length > 2 ? `<NextContinuationToken>&lt;&amp;${left[1]}</NextContinuationToken>` : ''
    const head = '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
    return `${head}${rows.join('')}${more}</ListBucketResult>`
  }
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/photos`, objects, close: () => new Promise(done => server.close(done)) }
}
