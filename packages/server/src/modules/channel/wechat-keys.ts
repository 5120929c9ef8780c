import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { exchange, jsonOf } from './exchange.ts'
import type { Credentials, Doubt } from './platform.ts'
import { authorization, decryptResource, isOfNow, isSignedBy, serialOf, signedOf, type Signed } from './wechat-signature.ts'

const path = '/v3/certificates'
/** How long a number that the platform's list does not have is taken to be none, before the list is asked for again. */
const pauseMs = 60_000
const accountsMax = 1000

const Listed = z.object({
  data: z.array(
    z.object({
      serial_no: z.string(),
      encrypt_certificate: z.object({ nonce: z.string(), associated_data: z.string().optional(), ciphertext: z.string() }),
    }),
  ),
})

interface Known {
  keys: ReadonlyMap<string, string>
  askedMs: number
  asking: Promise<void> | undefined
}

/**
 * The keys that WeChat Pay signs with. A merchant either has the platform's public key, which is entered with the account, or its
 * certificates, which the platform hands out encrypted for each merchant and changes from time to time: one that is not known yet is
 * asked for when it is first seen, so that a change needs nobody.
 */
export function wechatKeys(url: string, clock: () => Date) {
  const known = new Map<string, Known>()

  async function load(account: Credentials, own: Known): Promise<void> {
    own.askedMs = clock().getTime()
    const headers = { accept: 'application/json', authorization: authorization(account, { method: 'GET', path, body: '', now: clock() }) }
    const reply = await exchange(`${url}${path}`, { headers })
    const listed = typeof reply === 'string' ? undefined : Listed.safeParse(jsonOf(reply.text)).data
    const signed = typeof reply === 'string' ? undefined : signedOf(name => reply.headers.get(name))
    if (!listed || !signed || typeof reply === 'string') return
    const keys = new Map(listed.data.flatMap(({ encrypt_certificate: sealed }) => opened(account, sealed)))
    // The list is signed by one of the certificates in it, which nobody could have encrypted without the account's own key.
    const key = keys.get(signed.serial)
    if (key && isSignedBy(key, signed, reply.text) && isOfNow(signed, clock())) own.keys = keys
  }

  const ownOf = ({ merchantNo, secrets }: Credentials): Known => {
    // Another key of the account: what was handed out under the former one is asked for again.
    const name = `${merchantNo} ${secrets.merchantKey ?? ''}`
    const own = known.get(name) ?? { keys: new Map(), askedMs: Number.NEGATIVE_INFINITY, asking: undefined }
    if (known.size >= accountsMax) known.clear()
    known.set(name, own)
    return own
  }

  async function keyOf(account: Credentials, serial: string): Promise<string | undefined> {
    const { platformKey, merchantKey } = account.secrets
    if (platformKey && (serial.startsWith('PUB_KEY_ID_') || serialIs(platformKey, serial))) return platformKey
    if (!merchantKey) return undefined
    const own = ownOf(account)
    if (!own.keys.has(serial) && clock().getTime() - own.askedMs >= pauseMs) own.asking ??= load(account, own)
    await own.asking?.finally(() => (own.asking = undefined))
    const key = own.keys.get(serial)
    return key && new X509Certificate(key).validToDate > clock() ? key : undefined
  }

  /** Why what was signed is not to be believed; nothing where it is. */
  return async (account: Credentials, signed: Signed | undefined, body: string): Promise<Doubt | undefined> => {
    if (!signed) return 'signature'
    const key = await keyOf(account, signed.serial)
    if (!key || !isSignedBy(key, signed, body)) return 'signature'
    return isOfNow(signed, clock()) ? undefined : 'clock'
  }
}

function serialIs(key: string, serial: string): boolean {
  return key.includes('CERTIFICATE') && serialOf(key) === serial
}

type Sealed = z.output<typeof Listed>['data'][number]['encrypt_certificate']
/** A certificate by its number; nothing where it was not encrypted for this account. */
function opened({ secrets }: Credentials, sealed: Sealed): [string, string][] {
  try {
    const certificate = decryptResource(secrets.merchantKey!, sealed)
    return [[serialOf(certificate), certificate]]
  } catch {
    return []
  }
}
