import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'

interface NewAccount {
  readonly name: string
  readonly mobile: string
  readonly email: string
  readonly remark: string
}

/** Accounts of many who do not sign in, of one company, whose ids are said in turn. @throws user.mobileTaken, user.emailTaken */
export async function insertAccounts({ tx, now }: Ctx, companyId: number, accounts: readonly NewAccount[]): Promise<number[]> {
  const ids = await nextIds(tx, accounts.length)
  // The fields of an account, and nothing else that its maker knows.
  const rows = accounts.map(({ name, mobile, email, remark }, turn) => {
    return { id: ids[turn]!, companyId, name, mobile, email: email || null, remark, createdDate: now }
  })
  await insertRows(tx, 'userAccount', rows)
  return ids
}

/** What is said of an account; what is empty stays as it is. */
export interface AccountChange {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly remark: string
}

/** Changes what is said of many who do not sign in. @throws user.emailTaken */
export async function changeAccounts({ tx }: Ctx, changes: readonly AccountChange[]): Promise<void> {
  const of = (field: keyof AccountChange) => changes.map(change => change[field])
  await tx
    .updateTable('userAccount')
    .from(
      sql<AccountChange>`unnest(${of('id')}::bigint[], ${of('name')}::text[], ${of('email')}::text[], ${of('remark')}::text[])`.as<'given'>(
        sql`given (id, name, email, remark)`,
      ),
    )
    .set({
      name: sql`coalesce(nullif(given.name, ''), user_account.name)`,
      email: sql`coalesce(nullif(given.email, ''), user_account.email)`,
      remark: sql`coalesce(nullif(given.remark, ''), user_account.remark)`,
      version: sql`version + 1`,
    })
    .where(sql<boolean>`user_account.id = given.id`)
    .execute()
}
