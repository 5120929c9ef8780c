import { encrypt, decrypt } from '../../platform/config/encryption.ts'

/** A link as it lies in the database: anyone who has the database alone cannot open it. */
export interface SealedLink {
  readonly link: Buffer
  readonly linkKey: string
}

const purpose = 'message-link'

export function sealLink(path: string): SealedLink {
  const { bytes, keyId } = encrypt(purpose, path)
  return { link: bytes, linkKey: keyId }
}

export const openLink = ({ link, linkKey }: SealedLink): string => decrypt(purpose, { bytes: link, keyId: linkKey })
