import { devicePermissions, errors, wordsOf, type Endpoint, type ErrorCode } from '@forecourt/contract'
import { z } from 'zod'
import { idempotencyKeyMax } from '../execution/idempotency.ts'
import { operationIdOf, summaryOf, tagOf, tags } from './openapi-words.ts'
import refusalsOfCalls from './refusals-of-calls.json' with { type: 'json' }

type Json = Record<string, unknown>

/** The contract as OpenAPI 3.1, for those who write clients in other languages. */
export function openApi(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  const responses: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = `/api/v1${endpoint.path.replace('/:id', '/{id}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, responses) }
  }
  const used = new Set(endpoints.map(tagOf))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forecourt',
      version: '1',
      description:
        'Every call that the pages and the devices make. Money is in hundredths of the company’s currency, volume in hundredths of a ' +
        'litre, weight in kilograms, moments are ISO 8601 in UTC. A refusal has a stable code, words for a person, and the field that ' +
        'it is about.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that this document was read from' }],
    tags: tags.filter(({ name }) => used.has(name)),
    paths,
    components: { securitySchemes, schemas: { Refusal: refusal }, responses },
  }
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'One half of a session: the token that signing in answers.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'forecourt',
    description: 'The other half, set by signing in; over TLS its name is __Host-forecourt. Neither half is enough alone.',
  },
  device: {
    type: 'http',
    scheme: 'bearer',
    description: 'The credential that a device was given when it was enrolled; it begins with `fc.`.',
  },
}

const refusal = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(errors), description: 'Stable: what programs decide by' },
    message: { type: 'string', description: 'For a person, in the language that was asked for' },
    field: { type: 'string', description: 'The field of the request that it is about' },
    position: { type: 'integer', description: 'The character of the search that it is about' },
    detail: { type: 'object' },
  },
}

function operation(endpoint: Endpoint, shared: Record<string, Json>): Json {
  const { permission, body, returns, takes, gives } = endpoint
  const answer = gives
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: schemaOf(returns, 'output') } }
  return {
    operationId: operationIdOf(endpoint),
    tags: [tagOf(endpoint)],
    summary: summaryOf(endpoint),
    'x-permission': permission,
    parameters: parametersOf(endpoint),
    security: securityOf(endpoint),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }),
    ...(takes && { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }),
    responses: {
      200: { description: gives ? 'The file' : 'Done', content: answer },
      ...refusalsOf(endpoint, shared),
      default: {
        description: 'Not answered: the server is busy, or something went wrong in it',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  }
}

const form = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }

const parametersOf = ({ path, query, idempotent }: Endpoint): Json[] => [
  ...(path.includes('/:id') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }] : []),
  ...(query ? queryOf(query) : []),
  ...(idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'The same key with the same request is done once, and answered again as the first time',
          schema: { type: 'string', maxLength: idempotencyKeyMax },
          example: '9f1c2a60-6d0f-4b2e-8a53-2f7f7f0c1f4e',
        },
      ]
    : []),
]

const exampleOf: Readonly<Record<string, string>> = {
  search: 'name:*east*',
  sort: 'createdDate,desc',
  expand: 'station',
}

function queryOf(query: z.ZodType): Json[] {
  const { properties = {}, required = [] } = schemaOf(query, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    schema,
    ...(name in exampleOf && 'anyOf' in schema && { example: exampleOf[name] }),
  }))
}

function securityOf({ permission }: Endpoint): Json[] {
  if (permission === 'public') return []
  const person = permission === 'device.self' ? [] : [{ session: [], sessionCookie: [] }]
  return devicePermissions.has(permission) ? [...person, { device: [] }] : person
}

/** The refusals of a call by their status, each with its code and its words. What several calls answer is written once. */
function refusalsOf(endpoint: Endpoint, shared: Record<string, Json>): Json {
  const byStatus = Map.groupBy(codesOf(endpoint), code => errors[code].status)
  const responses: Json = {}
  for (const [status, codes] of byStatus) {
    if (status >= 500) continue
    const name = `${status}-${codes.join('-')}`
    shared[name] ??= { description: codes.map(described).join('  \n'), content: { 'application/json': refused(codes) } }
    responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return responses
}

const described = (code: ErrorCode) => `\`${code}\`: ${errors[code].en}`
const refused = (codes: readonly ErrorCode[]): Json => ({
  schema: { allOf: [{ $ref: '#/components/schemas/Refusal' }, { type: 'object', properties: { code: { type: 'string', enum: codes } } }] },
  examples: Object.fromEntries(codes.map(code => [code, { value: exampleOfRefusal(code) }])),
})

function exampleOfRefusal(code: ErrorCode): Json {
  const { field } = errors[code] as { field?: string }
  return { code, message: wordsOf(code, 'en'), ...(field && { field }) }
}

/** What a call can be refused with: by its shape, and by what its handler does. */
export function codesOf(endpoint: Endpoint): ErrorCode[] {
  const { method, path } = endpoint
  const own = (refusalsOfCalls as Readonly<Record<string, readonly string[]>>)[`${method} ${path}`] ?? []
  return [...new Set([...ofShape(endpoint), ...(own as readonly ErrorCode[])])]
}

function ofShape({ method, path, permission, body, query, idempotent, reads, takes }: Endpoint): ErrorCode[] {
  const isOpen = permission === 'public'
  const changes = method !== 'GET' && !reads
  const named = new Set(query ? Object.keys(properties(query)) : [])
  const refers = path.includes('/:id') || (body !== undefined && JSON.stringify(schemaOf(body, 'input')).includes('"x-ref"'))
  return [
    'validation',
    ...when(
      body !== undefined || takes !== undefined,
      'request.malformed',
      'request.tooLarge',
      'request.tooSlow',
      'request.unsupportedType',
    ),
    ...when(named.has('search'), 'search_malformed', 'search_unknown_field', 'search_bad_value', 'search_bad_operator', 'search_too_long'),
    ...when(named.has('expand'), 'expand.unknown'),
    ...when(idempotent === true, 'idempotency.tooLong', 'idempotency.reused'),
    ...when(changes && idempotent !== true, 'idempotency.notHonoured'),
    ...when(!isOpen, 'auth.required', 'auth.forbidden'),
    ...when(!isOpen && changes && permission !== 'signedIn', 'auth.readOnly'),
    ...when(refers, 'notFound'),
    ...when(changes && !isOpen, 'server.diskFull'),
    'request.tooMany',
  ]
}

const when = (holds: boolean, ...codes: ErrorCode[]): ErrorCode[] => (holds ? codes : [])

/** What a field refers to is no word of JSON schema, so it travels under a name of ours. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'inline',
    override({ jsonSchema }) {
      for (const name of ['ref', 'file'] as const) {
        if (!(name in jsonSchema)) continue
        jsonSchema[`x-${name}`] = jsonSchema[name]
        delete jsonSchema[name]
      }
    },
  }) as Json
  return rest
}
const properties = (schema: z.ZodType) => (schemaOf(schema, 'input')['properties'] ?? {}) as Json
