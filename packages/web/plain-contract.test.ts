import { readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { runInThisContext } from 'node:vm'
import * as contract from '@forecourt/contract'
import { described, resources, type Endpoint, type Resource } from '@forecourt/contract'
import { afterAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { plainModule } from './build/plain-module.ts'
import { hasSchemas, plainly } from './build/plain-values.ts'
import { described as plainlyDescribed, record, type PlainField } from './src/core/plain-records.ts'

const folder = resolve(import.meta.dirname, '../contract/src')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => join(folder, name))

const real = new Map(resources)
afterAll(() => {
  for (const [name, of] of real) resources.set(name, of)
})

/** What the browser has in place of a value of the contract. */
const inBrowser = (value: unknown, at: string): unknown =>
  (runInThisContext(`make => { const record = make; return ${plainly(value, at)} }`) as (make: typeof record) => unknown)(record)

const schemasOf = (shape: Record<string, unknown>) => Object.entries(shape).map(([name, schema]) => [name, described(schema as z.ZodType)])
const fieldsOf = (shape: object) => Object.entries(shape).map(([name, field]) => [name, plainlyDescribed(field as PlainField)])

const callsOf = (of: Resource) =>
  Object.fromEntries(
    Object.entries(of as unknown as Record<string, Endpoint | undefined>)
      .filter(([, made]) => made && typeof made === 'object' && 'method' in made)
      .map(([name, made]) => [
        name,
        { method: made!.method, path: made!.path, permission: made!.permission, once: made!.idempotent, body: !!made!.body },
      ]),
  )
/** What of a resource the web reads besides its fields and its calls. */
const said = ({ name, permission, scope, sort, bulk, many, recent, unsearchable, acts, totalsOf, moneyTotals }: Resource) => ({
  name,
  permission,
  scope,
  sort,
  bulk,
  many,
  recent,
  unsearchable,
  acts,
  totalsOf,
  moneyTotals,
})

/** Those that are looked up by their names, and those that are exported: some of these have calls of their own. */
const everyRecord = [
  ...real,
  ...Object.entries(contract).filter(
    (entry): entry is [string, Resource] => typeof entry[1] === 'object' && entry[1] !== null && 'row' in entry[1] && 'acts' in entry[1],
  ),
]

test.each(everyRecord)('%s is in the browser what the contract says, without a schema', (name, of) => {
  const plain = inBrowser(of, `any:${name}`) as Resource
  expect(fieldsOf(plain.row.shape)).toEqual(schemasOf(of.row.shape))
  expect(fieldsOf(plain.body.shape)).toEqual(schemasOf(of.body.shape))
  expect(callsOf(plain)).toEqual(callsOf(of))
  expect(said(plain)).toEqual(said(of))
})

/** The bodies that a value of the contract has in the browser: each says where its schema is found. */
function bodiesIn(value: unknown, found: { at: string }[] = []): { at: string }[] {
  if (typeof value !== 'object' || value === null) return found
  if ('at' in value && typeof value.at === 'string' && value.at.startsWith('here:')) found.push({ at: value.at })
  for (const part of Object.values(value)) bodiesIn(part, found)
  return found
}

test('each schema is found where the browser looks for it', async () => {
  const lost: string[] = []
  for (const file of files) {
    const values = (await import(file)) as Record<string, unknown>
    for (const [name, value] of Object.entries(values).filter(([, each]) => hasSchemas(each)))
      for (const { at } of bodiesIn(inBrowser(value, `here:${name}`))) {
        const found = at
          .slice('here:'.length)
          .split('.')
          .reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], values)
        if (!hasSchemas(found)) lost.push(`${relative(folder, file)} ${at}`)
      }
  }
  expect(lost).toEqual([])
})

/** What these functions check they check by schemas of their own; lists do not import them. */
const checkThemselves = ['validators.ts', 'script-values.ts']

test('nothing that lists use checks by a schema that has gone', async () => {
  const asks: string[] = []
  for (const file of files) {
    const { code, changed } = await plainModule(file)
    const checks = /(?<!JSON|Date)\.(?:safeP|p)arse\(/.test(code.replaceAll(/^(?:export )?const \w+ = (?:record\()?\{.*$/gm, ''))
    if (changed && checks && !checkThemselves.includes(relative(folder, file))) asks.push(relative(folder, file))
  }
  expect(asks).toEqual([])
})

test('of a module the browser has what is no schema, and what that needs', async () => {
  const { code } = await plainModule(join(folder, 'order/order.ts'))
  expect(code).toContain('export const nextStatus')
  expect(code).toContain('"totalCents":"cents"')
  expect(code).not.toContain("'zod'")
  expect(await plainModule(join(folder, 'roles.ts'))).toMatchObject({ changed: false })
})
