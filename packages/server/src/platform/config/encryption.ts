import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { currentKeyId, underMasterKey } from './master-key.ts'

/** A secret as stored in the database; the database alone is not enough to decrypt it. */
export interface Encrypted {
  readonly bytes: Buffer
  /** The master key it was encrypted with. */
  readonly keyId: string
}

const cipher = 'aes-256-gcm'

/** @param purpose part of the key: a secret cannot be decrypted for another purpose */
export function encrypt(purpose: string, text: string): Encrypted {
  const keyId = currentKeyId()
  const iv = randomBytes(12)
  const encrypting = createCipheriv(cipher, underMasterKey(purpose, '', keyId), iv)
  const encrypted = Buffer.concat([encrypting.update(text, 'utf8'), encrypting.final()])
  return { bytes: Buffer.concat([iv, encrypting.getAuthTag(), encrypted]), keyId }
}

export function decrypt(purpose: string, { bytes, keyId }: Encrypted): string {
  const decrypting = createDecipheriv(cipher, underMasterKey(purpose, '', keyId), bytes.subarray(0, 12))
  decrypting.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decrypting.update(bytes.subarray(28)), decrypting.final()]).toString('utf8')
}
