import { idNumberOfToday, members } from '@forecourt/contract'
import { sql } from 'kysely'
import { decrypt, encrypt } from '../../platform/config/encryption.ts'
import { currentKeyId, heldKeyIds, underMasterKey } from '../../platform/config/master-key.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

const purpose = 'member-id-number'
const indexPurpose = 'member-id-number-index'

/** What a profile keeps of an ID number: it sealed, what it is found by, and what is shown of it. */
export function sealedIdentity(companyId: number, idNumber: string | null) {
  if (idNumber === null) return { idNumberSealed: null, idNumberKeyId: null, idNumberIndex: null, idNumberMask: null }
  const { bytes, keyId } = encrypt(purpose, idNumber)
  return {
    idNumberSealed: bytes,
    idNumberKeyId: keyId,
    idNumberIndex: indexOf(companyId, idNumber, keyId),
    idNumberMask: maskedIdNumber(idNumber),
  }
}

/** The first six characters and the last four; of what is too short to be an ID number nothing. */
export const maskedIdNumber = (text: string): string =>
  text.length < 12 ? '*'.repeat(text.length) : `${text.slice(0, 6)}${'*'.repeat(text.length - 10)}${text.slice(-4)}`

interface Sealed {
  readonly idNumberSealed: Buffer | null
  readonly idNumberKeyId: string | null
}
export const openedIdentity = ({ idNumberSealed: bytes, idNumberKeyId: keyId }: Sealed): string | null =>
  bytes && keyId ? decrypt(purpose, { bytes, keyId }) : null

/** Of each company on its own: the same number of two companies is not seen to be the same. */
const indexOf = (companyId: number, idNumber: string, keyId: string) =>
  underMasterKey(indexPurpose, `${companyId}:${idNumberOfToday(idNumber)}`, keyId)

/** Of members whose ID number is known, whether a given one is the same. */
export async function identitiesOf({ tx }: Ctx, userIds: readonly number[]): Promise<Map<number, (idNumber: string) => boolean>> {
  const kept = await tx
    .selectFrom('memberProfile')
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .select(['companyId', 'userId', 'idNumberKeyId as keyId', 'idNumberIndex as index'])
    .execute()
  return new Map(
    kept.flatMap(({ companyId, userId, keyId, index }) =>
      keyId && index ? [[userId, (idNumber: string) => indexOf(companyId, idNumber, keyId).equals(index)] as const] : [],
    ),
  )
}

/** The ID number in full, which is noted; from then on it is sealed under the key that is in use. @throws notFound */
const identity = handle(members.identity, async (ctx, { id }) => {
  const { name } = await getOf(ctx.tx, members, id, [], ctx.scope)
  const profile = await ctx.tx
    .selectFrom('memberProfile')
    .where('userId', '=', id)
    .select(['companyId', 'idNumberSealed', 'idNumberKeyId'])
    .executeTakeFirst()
  const idNumber = profile ? openedIdentity(profile) : null
  if (!profile || idNumber === null) return { id, idNumber }
  const { companyId, idNumberKeyId: keyId } = profile
  if (keyId !== currentKeyId())
    await ctx.tx.updateTable('memberProfile').set(sealedIdentity(companyId, idNumber)).where('userId', '=', id).execute()

  ctx.audit('member.identity', `members:${id}`, { name }, companyId)
  return { id, idNumber }
})

/** @source decisions ME11 */
const byIdentity = handle(members.byIdentity, async ({ tx, scope }: Ctx, { body: { idNumber } }) => {
  const keys = heldKeyIds()
  const indexes = scope.companyIds.flatMap(companyId => keys.map(keyId => indexOf(companyId, idNumber, keyId)))
  if (indexes.length === 0) refuse('notFound')
  const content = await tx
    .selectFrom('memberProfile as profile')
    .innerJoin('memberState as member', of =>
      of.onRef('member.companyId', '=', 'profile.companyId').onRef('member.id', '=', 'profile.userId'),
    )
    .where('idNumberIndex', 'in', indexes)
    .select(['member.id', 'member.name', 'member.mobile'])
    .orderBy('member.id')
    .execute()
  return { content: content as { id: number; name: string; mobile: string | null }[] }
})

export const identityHandlers = [identity, byIdentity]
