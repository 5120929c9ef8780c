import { createCompany, NewCompany, prepaidPresets, UserBody, type CompanyConfig, type Role } from '@forecourt/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import {
  setScopeToAll,
  setTenantScope,
  execute,
  handle,
  systemActor,
  type Ctx,
  type RequestMeta,
  type Handler,
} from '../../platform/execution/command.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { parsed } from '../../platform/execution/validate.ts'
import { insertCompany } from '../org/index.ts'
import { issueInvitation } from './invitation.ts'
import { addUser } from './staff.ts'

export interface Founding {
  readonly company: z.input<typeof NewCompany>
  readonly admin: { readonly name: string; readonly mobile?: string | undefined; readonly email?: string | undefined }
}

/**
 * Adds a company and its first user: the very first of all is the superAdmin, each later one an admin of their company.
 * Nobody knows their password: it is set through the link in the answer (decision O11).
 * @throws validation, company.codeTaken, and what adding a user refuses
 */
export async function foundCompany(
  db: Database,
  { company, admin }: Founding,
  now: Date,
): Promise<{ role: Role; path: string; expiration: string }> {
  const facts = parsed(NewCompany, company, 'en')
  const companyId = await nextId(db)
  const role: Role = (await hasSuperAdmin(db)) ? 'admin' : 'superAdmin'
  const body = parsed(UserBody, { ...admin, roles: [{ defaultRole: role }] }, 'en')
  let link!: Awaited<ReturnType<typeof issueInvitation>>
  const found = async (ctx: Ctx) => {
    await open(ctx, companyId, facts)
    link = await inviteFirst(ctx, companyId, body)
  }
  await execute(db, alone(found), systemActor(companyId, 'init', facts.timeZone), atTheConsole, now, {})
  return { role, path: link.path, expiration: link.expiration }
}

/**
 * POST /companies: a further company, by the operator of the system. An administrator of one company does not see
 * the new one; its first administrator does.
 * @throws company.codeTaken, and what adding a user refuses
 */
export const addCompany = handle(createCompany, async (begun, { body: { admin, prepaid, ...facts } }) => {
  const companyId = await nextId(begun.tx)
  const ctx = { ...begun, tx: await setTenantScope(begun.tx, [...begun.scope.companyIds, companyId]) }
  await open(ctx, companyId, facts, prepaid === 'none' ? {} : { prepaid: prepaidPresets[prepaid] })
  const home: Ctx = { ...ctx, scope: { ...ctx.scope, companyIds: [companyId] } }
  const body = admin && UserBody.parse({ ...admin, roles: [{ defaultRole: 'admin' }] })
  const invitation = body ? await inviteFirst(home, companyId, body) : null
  return { id: companyId, code: facts.code, name: facts.name, invitation }
})

async function open(ctx: Ctx, id: number, facts: z.output<typeof NewCompany>, config: CompanyConfig = {}): Promise<void> {
  await insertCompany(ctx, id, facts, config)
  ctx.audit('companies.create', `companies:${id}`, { ...facts, ...config }, id)
}

/** The first user of a company, and the link to set their password. */
async function inviteFirst(ctx: Ctx, companyId: number, body: z.output<typeof UserBody>) {
  const id = await addUser(ctx, body)
  return issueInvitation(ctx, id, companyId)
}

const atTheConsole: RequestMeta = { requestId: 'init', language: 'zh', ip: '127.0.0.1', userAgent: 'console', secure: false }

/** An act of the console's own, under the same rules as a call. */
const alone = (run: (ctx: Ctx) => Promise<void>): Handler =>
  ({ endpoint: { method: 'POST', path: '/companies', permission: 'public', rows: true }, run }) as unknown as Handler

async function nextId(db: Database | Ctx['tx']): Promise<number> {
  const { rows } = await sql<{ id: number }>`select next_id() as id`.execute(db)
  return rows[0]!.id
}

/** A reachable superAdmin: one who was invited and never signed in counts too, as they may be invited again. */
async function hasSuperAdmin(db: Database): Promise<boolean> {
  return db.transaction().execute(async begun => {
    const tx = await setScopeToAll(begun)
    const { rows } = await sql<{
      found: boolean
    }>`select exists (select 1 from user_role where ${inScope(tx)} and default_role = 'superAdmin') as found`.execute(tx)
    return rows[0]!.found
  })
}
