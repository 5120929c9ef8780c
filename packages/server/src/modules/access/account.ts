import type { Ctx } from '../../platform/execution/command.ts'

interface NewAccount {
  readonly companyId: number
  readonly name: string
  readonly mobile: string | null
  readonly remark: string
}

/** An account of somebody who does not sign in. @throws user.mobileTaken */
export async function insertAccount({ tx, now }: Ctx, account: NewAccount): Promise<number> {
  const { id } = await tx
    .insertInto('userAccount')
    .values({ ...account, createdDate: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
