import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { wordsOf } from '@forecourt/contract'

/** The built pages. A name with its content's hash is kept for ever; the page that names them is asked for anew each time. */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    // Any address of the application is its one page; an unknown call or file is told so.
    if (request.method === 'GET' && !request.url.startsWith('/api/') && !/\.[a-z0-9]+(\?|$)/i.test(request.url)) {
      return reply.header('cache-control', 'no-cache').sendFile('index.html')
    }
    return reply
      .status(404)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ code: 'notFound', message: wordsOf('notFound', 'zh') }))
  })
}
