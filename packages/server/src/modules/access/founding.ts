import { Company, UserBody, type Role } from '@forecourt/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { enter, execute, systemActor, type Ctx, type Facts, type Handler } from '../../platform/command.ts'
import type { Database } from '../../platform/database.ts'
import { parsed } from '../../platform/validate.ts'
import { issueInvitation } from './invitation.ts'
import { addUser } from './staff.ts'

export interface Founding {
  readonly company: z.input<typeof Company>
  readonly admin: { readonly name: string; readonly mobile?: string | undefined; readonly email?: string | undefined }
}

/**
 * Makes a company and the first who may sign in to it: the very first of all is the superAdmin, every later one an admin of his company.
 * Nobody knows his password: he sets it through the link that is answered (decision O11).
 * @throws validation, company.codeTaken, and what adding a user refuses
 */
export async function foundCompany(
  db: Database,
  { company, admin }: Founding,
  now: Date,
): Promise<{ role: Role; path: string; expiration: string }> {
  const facts = parsed(Company, company, 'en')
  const companyId = await nextId(db)
  const role: Role = (await hasSuperAdmin(db)) ? 'admin' : 'superAdmin'
  const body = parsed(UserBody, { ...admin, roles: [{ defaultRole: role }] }, 'en')
  let link!: Awaited<ReturnType<typeof issueInvitation>>
  const found = async (ctx: Ctx) => {
    await ctx.tx
      .insertInto('company')
      .values({ id: companyId, ...facts, createdDate: now })
      .execute()
    ctx.audit('companies.create', `companies:${companyId}`, facts)
    const id = await addUser(ctx, body)
    link = await issueInvitation(ctx, id, companyId)
  }
  await execute(db, alone(found), systemActor(companyId, 'init', facts.timeZone), atTheConsole, now, {})
  return { role, path: link.path, expiration: link.expiration }
}

const atTheConsole: Facts = { requestId: 'init', language: 'zh', ip: '127.0.0.1', userAgent: 'console', secure: false }

/** An act of the console's own, under the same rules as a call. */
const alone = (run: (ctx: Ctx) => Promise<void>): Handler =>
  ({ endpoint: { method: 'POST', path: '/companies', permission: 'public', rows: true }, run }) as unknown as Handler

async function nextId(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select next_id() as id`.execute(db)
  return rows[0]!.id
}

/** One who can be reached: an invited superAdmin who never came counts too, he may be invited again. */
async function hasSuperAdmin(db: Database): Promise<boolean> {
  const companies = await db.selectFrom('companyDirectory').select('company').execute()
  return db.transaction().execute(async tx => {
    await enter(
      tx,
      companies.map(({ company }) => company),
    )
    const { rows } = await sql<{
      found: boolean
    }>`select exists (select 1 from user_role where default_role = 'superAdmin') as found`.execute(tx)
    return rows[0]!.found
  })
}
