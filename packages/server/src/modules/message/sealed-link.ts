import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { currentKeyId, underMasterKey } from '../../platform/master-key.ts'

/** A link as it lies in the database: whoever has the database alone cannot open it. */
export interface SealedLink {
  readonly link: Buffer
  readonly linkKey: string
}

const cipher = 'aes-256-gcm'
const keyOf = (keyId: string) => underMasterKey('message-link', '', keyId)

export function sealLink(path: string): SealedLink {
  const linkKey = currentKeyId()
  const iv = randomBytes(12)
  const sealing = createCipheriv(cipher, keyOf(linkKey), iv)
  const text = Buffer.concat([sealing.update(path, 'utf8'), sealing.final()])
  return { link: Buffer.concat([iv, sealing.getAuthTag(), text]), linkKey }
}

export function openLink({ link, linkKey }: SealedLink): string {
  const opening = createDecipheriv(cipher, keyOf(linkKey), link.subarray(0, 12))
  opening.setAuthTag(link.subarray(12, 28))
  return Buffer.concat([opening.update(link.subarray(28)), opening.final()]).toString('utf8')
}
