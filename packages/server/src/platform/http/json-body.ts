import type { FastifyInstance } from 'fastify'
import { Refusal, refuse } from '../execution/refusal.ts'

const depthMax = 64
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The one kind of body there is: JSON, in UTF-8, as it was written and not packed. Everything else is refused by its type. */
export function takeJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i, { parseAs: 'buffer' }, (request, bytes, done) => {
    const packed = request.headers['content-encoding'] ?? 'identity'
    if (packed !== 'identity') return done(new Refusal('request.unsupportedType'))
    try {
      // An empty body with a JSON content type is an absent body: clients send the header on every call.
      done(null, bytes.length === 0 ? undefined : parseJson(utf8.decode(bytes as Buffer)))
    } catch {
      done(new Refusal('request.malformed'))
    }
  })
}

/** JSON of one meaning, that fills no prototypes and holds no character that the database has no place for. @throws on all other */
export function parseJson(text: string): unknown {
  refuseTwofold(text)
  return JSON.parse(text, (name, value) => {
    if (name === '__proto__' || name === 'constructor' || !storable(name) || (typeof value === 'string' && !storable(value)))
      return refuse('request.malformed')
    return value
  })
}
const storable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** A field that is said twice means two things to two readers; what is nested deeper than this means nothing here. */
function refuseTwofold(text: string): void {
  const open: (Set<string> | undefined)[] = []
  let last = ''
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      const names = open.at(-1),
        name = String(JSON.parse(last))
      if (names?.has(name)) refuse('request.malformed')
      names?.add(name)
    } else last = token
    if (open.length > depthMax) refuse('request.malformed')
  }
}
