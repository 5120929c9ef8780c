import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Stand in the page where each answer has a nonce of its own, and where it is said that it is being tested. */
const place = '{{nonce}}'
const modePlace = '{{mode}}'
/** Stands where the page is given the deployment it belongs to. */
const clientPlace = '{{client}}'

/** What the pages are given of their deployment. @source decisions.md C6 */
export interface ClientSettings {
  readonly profile: 'standard' | 'local'
  readonly dataScreen: boolean
  readonly searchFrom?: 'history' | undefined
  readonly filingNumber?: string | undefined
  /** The service beside the card reader, as pages call it. */
  readonly deviceService?: string | undefined
}

/** The built pages. Names with their content's hash are kept for ever, but for a worker's; the page that names them is asked for anew. */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  { testing = false, client }: { testing?: boolean; client?: ClientSettings },
  notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    cacheControl: false,
    allowedPath: path => path !== '/index.html' && !path.endsWith('.map'),
    setHeaders(reply, path) {
      // A worker lives under the policy that its script came with: a port that was changed since must not be missing from it.
      const kept = path.includes('/assets/') && !path.includes('.worker-')
      reply.header('cache-control', kept ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    // Any address of the application is its one page, whatever its query says; an unknown call or file is answered as such.
    const path = request.url.split('?', 1)[0]!
    if (request.method === 'GET' && !path.startsWith('/api/') && !/\/\.|\.[a-z0-9]+$/i.test(path)) {
      const page = await readFile(join(folder, 'index.html'), 'utf8')
      const filled = page.replace(modePlace, testing ? 'test' : '').replace(clientPlace, () => inAttribute(client ?? {}))
      return sendPage(reply, filled)
    }
    return notFound(request, reply)
  })
}

const inAttribute = (value: object): string =>
  JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The scripts that the built page itself holds, each by its hash; no other script within a page is run. */
const hashesOf = (page: string): string[] =>
  [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`)

/** Only styles that bear this answer's nonce are applied: those that our scripts make, not those that came in with somebody's text. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  // A page that was built before there was a place for it has no other way to its styles.
  const styles = page.includes(place) ? `'nonce-${nonce}'` : "'unsafe-inline'"
  const policy = String(reply.getHeader('content-security-policy'))
    .replace("style-src 'self'", `style-src 'self' ${styles}`)
    .replace("script-src 'self'", ["script-src 'self'", ...hashesOf(page)].join(' '))
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(place, nonce))
}
