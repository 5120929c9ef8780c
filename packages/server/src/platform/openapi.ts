import { errors, type Endpoint } from '@forecourt/contract'
import { idempotencyKeyMax } from './idempotency.ts'
import { z } from 'zod'

type Json = Record<string, unknown>

/** The contract as OpenAPI 3.1, for those who write clients in other languages. */
export function openApi(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = `/api/v1${endpoint.path.replace('/:id', '/{id}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Forecourt', version: '1' },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { enum: Object.keys(errors) },
            message: { type: 'string' },
            field: { type: 'string' },
            position: { type: 'integer' },
            detail: { type: 'object' },
          },
        },
      },
    },
  }
}

function operation({ path, permission, body, query, returns, idempotent, summary }: Endpoint): Json {
  const parameters = [
    ...(path.includes('/:id') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] : []),
    ...(query ? Object.entries(properties(query)).map(([name, schema]) => ({ name, in: 'query', schema })) : []),
    ...(idempotent ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: idempotencyKeyMax } }] : []),
  ]
  return {
    ...(summary && { summary }),
    'x-permission': permission,
    parameters,
    security: permission === 'public' ? [] : [{ session: [] }],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(returns, 'output') } } },
      default: { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
    },
  }
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref', reused: 'inline' }) as Json
  return rest
}
const properties = (schema: z.ZodType) => (schemaOf(schema, 'input')['properties'] ?? {}) as Json
