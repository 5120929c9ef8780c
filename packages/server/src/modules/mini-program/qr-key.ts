import type { qrCodeKinds } from '@forecourt/contract'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { decrypt, encrypt } from '../../platform/config/encryption.ts'
import type { Ctx } from '../../platform/execution/command.ts'

const purpose = 'qr-key'

/** What a code stands for. */
export interface QrCode {
  readonly kind: (typeof qrCodeKinds)[number]
  readonly id: number
  /** The coupon that a promoter hands out with it. */
  readonly dealId?: number | undefined
}

/** A company has one key for its codes, for ever: another master key, or another mini program, does not spoil what was printed. */
export async function keepQrKey({ tx, now }: Ctx, companyId: number): Promise<void> {
  const { bytes, keyId } = encrypt(purpose, randomBytes(32).toString('hex'))
  await tx
    .insertInto('qrKey')
    .values({ companyId, sealed: bytes, keyId, createdDate: now })
    .onConflict(on => on.doNothing())
    .execute()
}

/** Undefined where no mini program was ever registered. */
export async function qrKeyOf({ tx }: Ctx, companyId: number): Promise<Buffer | undefined> {
  const row = await tx.selectFrom('qrKey').where('companyId', '=', companyId).select(['sealed', 'keyId']).executeTakeFirst()
  return row && Buffer.from(decrypt(purpose, { bytes: row.sealed, keyId: row.keyId }), 'hex')
}

/** Seventy-two bits, in twelve letters: enough that nobody finds the code of another station or promoter by trying. */
export const checkOf = (key: Buffer, companyId: number, { kind, id, dealId }: QrCode): string =>
  createHmac('sha256', key)
    .update([companyId, kind, id, ...(dealId === undefined ? [] : [dealId])].join(':'))
    .digest('base64url')
    .slice(0, 12)

export function isCheckOf(key: Buffer, companyId: number, code: QrCode, given: string): boolean {
  const [one, other] = [Buffer.from(checkOf(key, companyId, code)), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
