import { resources, sessions, type Endpoint, type Role } from '@forecourt/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { demoFacts, type DemoCompany } from '../modules/demo/index.ts'
import { actorBehind, handlers as product } from '../modules/index.ts'
import type { Handler } from '../platform/execution/command.ts'
import { serve } from '../platform/http/http.ts'
import { demoNow } from '../testing/demo-template.ts'
import { db, owned } from '../testing/world.ts'
import { sample } from '../testing/sample.ts'
import { signingIn } from './expected.ts'

/** A real sign-in: both halves of the session. */
export interface Person {
  readonly role: Role
  readonly company: DemoCompany
  readonly headers: Record<string, string>
}

/** The product over the two demo companies, asked as a browser asks it. */
export async function makeScene() {
  const {
    companies: [riverside, harbour],
  } = (await demoFacts(db))! as { companies: [DemoCompany, DemoCompany] }
  const app = await serveWith(product)
  const people = new Map<Role, Person>()
  for (const role of signingIn) people.set(role, await signIn(app, riverside, role))
  return { app, riverside, harbour, people, now: demoNow }
}
export type Scene = Awaited<ReturnType<typeof makeScene>>

/** The same product with other handlers: what a mistake in one of them would let through. */
export const serveWith = (handlers: readonly Handler[]) =>
  serve(handlers, { db, clock: () => demoNow, secure: false, authenticate: actorBehind(15) })

export async function signIn(app: FastifyInstance, company: DemoCompany, role: Role): Promise<Person> {
  const account = company.accounts.find(each => each.role === role)!
  const login = (roleId?: number) =>
    app.inject({
      method: 'POST',
      url: `/api/v1${sessions.login.path}`,
      payload: { mobile: account.mobile, password: account.password, companyId: company.code, ...(roleId && { roleId }) },
    })
  let reply = await login()
  const { roleRequired, roles } = reply.json()
  if (roleRequired) reply = await login(roles.find((held: { defaultRole: Role }) => held.defaultRole === role).id)
  const cookie = String(reply.headers['set-cookie']).split(';')[0]!
  return { role, company, headers: { authorization: reply.json().token, cookie, language: 'en' } }
}

/** A call as its contract shapes it: sampled body and query, references filled with `reference`. */
export function requestOf(
  { method, path, body, query, rows }: Endpoint,
  {
    id = 987_654_321,
    reference = 987_654_321,
    headers = {},
    ask = {},
  }: { id?: number; reference?: number; headers?: Record<string, string>; ask?: Record<string, string> } = {},
): InjectOptions {
  return {
    method,
    url: `/api/v1${path.replace('/:id', `/${id}`)}`,
    headers,
    ...(body && { payload: sample(body, reference) as object }),
    query: { ...(query && !rows && (sample(query, reference) as Record<string, string>)), ...ask },
  }
}

/** Every id in the tables of tenants, by company: if one of another company's is in an answer, it leaked. */
export async function idsOfCompany(companyId: number): Promise<Set<number>> {
  const tables = [...new Set([...resources.values()].filter(({ list, scope }) => list && scope !== 'headOffice').map(({ table }) => table))]
  const ids = new Set<number>([companyId])
  for (const table of tables) {
    const tenant = table === 'company' ? 'id' : 'company_id'
    for (const { id } of await owned<{ id: number }>(`select id from ${table} where ${tenant} = $1 limit 5000`, [companyId])) ids.add(id)
  }
  return ids
}

/** The numbers of an answer that are among these ids. */
export function leaked(text: string, ids: ReadonlySet<number>): number[] {
  return [...text.matchAll(/\d{12,16}/g)].map(([digits]) => Number(digits)).filter(id => ids.has(id))
}

/** A fingerprint of all that a company has: whatever a refused call changed shows in it. */
export async function fingerprint(companyId: number): Promise<string> {
  const tables = await owned<{
    name: string
  }>(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname not in ('audit_seal', 'audit_pending', 'idempotency_key') order by 1`)
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as t, count(*) as n, coalesce(sum(hashtextextended(r::text, 0)), 0)::text as h
       from ${name} r where company_id = $1`,
  )
  return JSON.stringify(await owned(parts.join(' union all '), [companyId]))
}

/** A row of a resource in a company, or at one of its stations. */
export async function someId(resourceName: string, companyId: number, stationId?: number): Promise<number | undefined> {
  const resource = resources.get(resourceName)
  if (!resource || resource.scope === 'headOffice') return undefined
  if (resource.scope === 'tenant') return companyId
  const at =
    stationId === undefined
      ? ''
      : resource.scope === 'site'
        ? `and id = ${stationId}`
        : resource.scope === 'station'
          ? `and station_id = ${stationId}`
          : 'and false'
  const [row] = await owned<{ id: number }>(`select id from ${resource.table} where company_id = $1 ${at} order by id limit 1`, [companyId])
  return row?.id
}
export const nounOf = ({ path }: Endpoint): string => path.split('/')[1]!
