import { sql } from 'kysely'
import { z } from 'zod'
import { heldKeyIds } from '../../platform/config/master-key.ts'
import { task } from '../../platform/jobs/task.ts'
import { openedIdentity } from './identity.ts'
import { birthMonthOf } from './profile.ts'

/** So many ID numbers are opened in one transaction. */
const portion = 500

/**
 * Keeps the months of birth of ID numbers that were entered before they were kept: of some profiles, in the order of their ids, and asks
 * for the next. What is sealed under a key that is not held stays as it is.
 */
export const fillBirthMonths = task('member.birthMonths', z.object({ after: z.int(), upTo: z.int() }), async (ctx, { after, upTo }) => {
  const { companyId } = ctx.actor
  const sealed = await ctx.tx
    .selectFrom('memberProfile')
    .where('companyId', '=', companyId)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('birthMonth', 'is', null)
    .where('idNumberSealed', 'is not', null)
    .where(sql<boolean>`id_number_key_id = any(${heldKeyIds()}::text[])`)
    .select(['id', 'idNumberSealed', 'idNumberKeyId'])
    .orderBy('id')
    .limit(portion)
    .forUpdate()
    .execute()
  const ids = sealed.map(({ id }) => id)
  const months = sealed.map(profile => birthMonthOf(openedIdentity(profile)!))
  await sql`update member_profile profile set birth_month = found.month
    from unnest(${ids}::bigint[], ${months}::smallint[]) as found (id, month)
    where profile.company_id = ${companyId} and profile.id = found.id`.execute(ctx.tx)
  if (sealed.length === portion) ctx.job('member.birthMonths', { after: ids.at(-1)!, upTo }, { key: `after ${ids.at(-1)!}` })
})
