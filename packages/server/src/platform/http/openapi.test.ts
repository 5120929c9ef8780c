import { errors } from '@forecourt/contract'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { handlers } from '../../modules/index.ts'
import { codesOf, openApi } from './openapi.ts'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly Record<string, unknown>[]
  readonly responses: Record<string, unknown>
  readonly requestBody?: { readonly content: Record<string, unknown> }
}

const endpoints = handlers.map(({ endpoint }) => endpoint)
const published = JSON.parse(JSON.stringify(openApi(endpoints))) as {
  readonly paths: Record<string, Record<string, Operation>>
  readonly tags: readonly { readonly name: string }[]
  readonly components: { readonly responses: Record<string, unknown> }
}
const operations = Object.entries(published.paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, ...operation })),
)
const operation = (call: string) => operations.find(each => each.call === call)!
const endpointOf = (call: string) => endpoints.find(({ method, path }) => `${method} ${path}` === call)!

// @req SEC-001
describe('every call is published', () => {
  test('under a name of its own that a client can be generated with, in a section, with a sentence', () => {
    expect(operations).toHaveLength(endpoints.length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    expect(operations.filter(({ operationId }) => !/^[a-z][A-Za-z]+$/.test(operationId))).toEqual([])
    expect(operations.filter(({ summary }) => !/^[A-Z].{9,}[^.]$/.test(summary ?? '')).map(({ call }) => call)).toEqual([])
    const sections = new Set(published.tags.map(({ name }) => name))
    expect(operations.filter(({ tags }) => tags.length !== 1 || !sections.has(tags[0]!))).toEqual([])
  })

  test('with the statuses of its refusals, each code of which exists', () => {
    for (const { call, responses } of operations)
      expect([call, Object.keys(responses).some(status => /^4\d\d$/.test(status))]).toEqual([call, true])
    for (const endpoint of endpoints) expect(codesOf(endpoint).filter(code => !(code in errors))).toEqual([])
  })

  test('by what it takes: a file as a form, and a file as bytes', () => {
    expect(Object.keys(operation('POST /api/v1/upload').requestBody!.content)).toEqual(['multipart/form-data'])
    expect(JSON.stringify(operation('GET /api/v1/attachments/{id}').responses['200'])).toContain('binary')
  })
})

test.each([
  ['POST /users', 'usersCreate'],
  ['POST /userCards', 'issueUserCard'],
  ['GET /orders', 'ordersList'],
  ['POST /orders/:id/cardPay', 'orderPaymentsCard'],
])('%s keeps its name %s', (call, operationId) => {
  expect(operation(call.replace(' ', ' /api/v1').replace('/:id', '/{id}')).operationId).toBe(operationId)
})

test.each([
  ['POST /users', ['user.mobileTaken', 'user.roleAbove', 'password.common', 'auth.readOnly', 'validation']],
  ['POST /userCards', ['card.numberTaken', 'card.passwordWeak', 'idempotency.reused']],
  ['POST /orders/:id/cardPay', ['card.insufficientBalance', 'card.passwordWrong', 'order.alreadyPaid', 'notFound']],
  ['PUT /tanks/:id', ['stale', 'tank.overfull']],
  ['DELETE /tanks/:id', ['inUse', 'notFound']],
  ['GET /orders', ['search_malformed', 'search.rangeTooLong', 'expand.unknown']],
  ['POST /upload', ['file.mismatch', 'file.tooLarge']],
] as const)('%s names the refusals that it can answer with', (call, codes) => {
  expect(codesOf(endpointOf(call))).toEqual(expect.arrayContaining([...codes]))
})

test.each([
  ['GET /tanks', ['stale', 'tank.overfull', 'card.numberTaken', 'idempotency.reused', 'auth.readOnly']],
  ['POST /users/login', ['auth.required', 'auth.forbidden']],
] as const)('%s names none that it never answers with', (call, codes) => {
  expect(codesOf(endpointOf(call)).filter(code => (codes as readonly string[]).includes(code))).toEqual([])
})

test.each([
  ['GET /orders', [{ session: [], sessionCookie: [] }, { device: [] }]],
  ['POST /devices/:id/sync', [{ device: [] }]],
  ['GET /users', [{ session: [], sessionCookie: [] }]],
  ['POST /users/login', []],
])('%s says by what one signs in', (call, security) => {
  expect(operation(call.replace(' ', ' /api/v1').replace('/:id', '/{id}')).security).toEqual(security)
})

test('what a field refers to is published under a name that JSON schema leaves to us', () => {
  const text = JSON.stringify(published)
  expect(text).toContain('"x-ref":"stations"')
  expect(text).not.toMatch(/"(ref|file)":"\w+"/)
})

const scripts = join(import.meta.dirname, '../../../../../scripts')
const script = (name: string, ...given: string[]) => execFileSync(process.execPath, [join(scripts, name), ...given], { stdio: 'pipe' })

test('the document keeps to the recommended rules of Redocly, without an error or a warning', () => {
  expect(() => script('check-openapi.mjs')).not.toThrow()
})

test('the refusals of the calls are those that their handlers name today', () => {
  expect(() => script('refusals-of-calls.ts', '--check')).not.toThrow()
})
