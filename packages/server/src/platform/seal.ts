import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { currentKeyId, underMasterKey } from './master-key.ts'

/** A secret as it lies in the database: whoever has the database alone cannot open it. */
export interface Sealed {
  readonly bytes: Buffer
  /** The master key it was sealed under. */
  readonly keyId: string
}

const cipher = 'aes-256-gcm'

/** `purpose` keeps what is sealed for one thing from being opened as another. */
export function seal(purpose: string, text: string): Sealed {
  const keyId = currentKeyId()
  const iv = randomBytes(12)
  const sealing = createCipheriv(cipher, underMasterKey(purpose, '', keyId), iv)
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return { bytes: Buffer.concat([iv, sealing.getAuthTag(), sealed]), keyId }
}

export function unseal(purpose: string, { bytes, keyId }: Sealed): string {
  const opening = createDecipheriv(cipher, underMasterKey(purpose, '', keyId), bytes.subarray(0, 12))
  opening.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString('utf8')
}
