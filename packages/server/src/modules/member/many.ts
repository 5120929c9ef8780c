import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { joinOwner } from '../../platform/postgres/name-companies.ts'
import { changeAccounts, insertAccounts } from '../access/index.ts'
import { sealedIdentity } from './identity.ts'
import { birthMonthOf } from './profile.ts'

/** An ID number as a profile keeps it, its bytes written `\\x00ff`. */
export interface SealedIdNumber {
  readonly idNumberSealed: string
  readonly idNumberKeyId: string
  readonly idNumberIndex: string
  readonly idNumberMask: string
  readonly birthMonth?: number | null
}

/** What is said of a member; what is empty is not said. */
export interface MemberFacts {
  readonly name: string
  readonly mobile: string
  readonly email: string
  readonly remark: string
  readonly invoiceTitle: string
  readonly taxId: string
  readonly identity: SealedIdNumber | null
}
export interface MemberChange extends Omit<MemberFacts, 'mobile'> {
  readonly id: number
  /** What was and what is, by field, for the audit log. */
  readonly noted: object
}

export const bytesOf = (buffer: Buffer): string => `\\x${buffer.toString('hex')}`

export function sealIdNumber(companyId: number, idNumber: string): SealedIdNumber {
  const { idNumberSealed, idNumberKeyId, idNumberIndex, idNumberMask } = sealedIdentity(companyId, idNumber)
  return {
    idNumberSealed: bytesOf(idNumberSealed!),
    idNumberKeyId: idNumberKeyId!,
    idNumberIndex: bytesOf(idNumberIndex!),
    idNumberMask: idNumberMask!,
    birthMonth: birthMonthOf(idNumber),
  }
}

/** Adds many members of one company, whose ids are said in turn. @throws user.mobileTaken, user.emailTaken */
export async function addMembers(ctx: Ctx, companyId: number, members: readonly MemberFacts[]): Promise<number[]> {
  const ids = await insertAccounts(ctx, companyId, members)
  const profiles = members.map((member, turn) => ({ ...member, id: ids[turn]! })).filter(hasProfile)
  await insertRows(
    ctx.tx,
    'memberProfile',
    profiles.map(member => profileOf(companyId, member) as never),
  )
  for (const [turn, { name }] of members.entries()) ctx.audit('member.add', `members:${ids[turn]}`, { name }, companyId)
  return ids
}

/** Changes what is said of many members of one company. @throws user.emailTaken */
export async function changeMembers(ctx: Ctx, companyId: number, changes: readonly MemberChange[]): Promise<void> {
  if (changes.length === 0) return
  await changeAccounts(ctx, changes)
  const profiles = changes.filter(hasProfile).map(change => profileOf(companyId, change))
  if (profiles.length > 0)
    await sql`
      insert into member_profile (company_id, user_id, invoice_title, tax_id, id_number_sealed, id_number_key_id, id_number_index,
        id_number_mask, birth_month)
      select owner.id, "userId", "invoiceTitle", "taxId", "idNumberSealed", "idNumberKeyId", "idNumberIndex", "idNumberMask", "birthMonth"
      from jsonb_to_recordset(${JSON.stringify(profiles)}) as given ("companyId" bigint, "userId" bigint, "invoiceTitle" text, "taxId" text,
        "idNumberSealed" bytea, "idNumberKeyId" text, "idNumberIndex" bytea, "idNumberMask" text, "birthMonth" smallint)
        ${joinOwner('given."companyId"', [companyId])}
      on conflict (company_id, user_id) do update set
        invoice_title = coalesce(nullif(excluded.invoice_title, ''), member_profile.invoice_title),
        tax_id = coalesce(nullif(excluded.tax_id, ''), member_profile.tax_id),
        id_number_sealed = coalesce(excluded.id_number_sealed, member_profile.id_number_sealed),
        id_number_key_id = coalesce(excluded.id_number_key_id, member_profile.id_number_key_id),
        id_number_index = coalesce(excluded.id_number_index, member_profile.id_number_index),
        id_number_mask = coalesce(excluded.id_number_mask, member_profile.id_number_mask),
        birth_month = coalesce(member_profile.birth_month, excluded.birth_month)`.execute(ctx.tx)
  for (const { id, noted } of changes) ctx.audit('member.edit', `members:${id}`, noted, companyId)
}

/** Keeps ID numbers of members of whom none was known. */
export const addIdNumbers = (ctx: Ctx, companyId: number, given: readonly { readonly id: number; readonly idNumber: string }[]) =>
  changeMembers(
    ctx,
    companyId,
    given.map(({ id, idNumber }) => {
      const identity = sealIdNumber(companyId, idNumber)
      const noted = { idNumberMask: { from: null, to: identity.idNumberMask } }
      return { id, name: '', email: '', remark: '', invoiceTitle: '', taxId: '', identity, noted }
    }),
  )

type Profiled = Pick<MemberFacts, 'invoiceTitle' | 'taxId' | 'identity'> & { readonly id: number }
const hasProfile = ({ invoiceTitle, taxId, identity }: Profiled) => invoiceTitle !== '' || taxId !== '' || identity !== null
const nothing = { idNumberSealed: null, idNumberKeyId: null, idNumberIndex: null, idNumberMask: null, birthMonth: null }
const profileOf = (companyId: number, { id: userId, invoiceTitle, taxId, identity }: Profiled) => {
  return { companyId, userId, invoiceTitle, taxId, ...(identity ?? nothing) }
}
