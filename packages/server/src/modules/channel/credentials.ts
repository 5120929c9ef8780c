import { secretKinds, type Channel, type SecretKind } from '@forecourt/contract'
import type { Tx } from '../../platform/postgres/database.ts'
import { secretsOfAccount } from '../merchant/index.ts'
import { platformOf } from './connection.ts'
import type { Credentials, Platform } from './platform.ts'

export interface Account extends Credentials {
  readonly id: number
  readonly channel: Channel
  readonly description: string
  readonly orderPrefix: string
}

/** An account with its secrets, decrypted for a call. @throws where there is none */
export async function accountOf(tx: Tx, companyId: number, id: number): Promise<Account> {
  const row = await tx
    .selectFrom('merchantAccount')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .select(['channel', 'description', 'appId', 'merchantNo', 'orderPrefix'])
    .executeTakeFirstOrThrow()
  return { id, ...row, channel: row.channel as Channel, secrets: await secretsOfAccount(tx, companyId, id) }
}

/** The platform of an account, where the account has what it takes to speak to it. */
export const platformFor = (account: Account): Platform | undefined =>
  missingOf(account).length === 0 ? platformOf(account.channel) : undefined

/** What a platform cannot be spoken to without, and the account lacks. */
export function missingOf({ channel, secrets }: Account): SecretKind[] {
  const certified = secrets.platformKey?.includes('CERTIFICATE') ?? false
  const needed: Partial<Record<Channel, readonly SecretKind[]>> = {
    wx: ['merchantKey', 'merchantPrivateKey', 'merchantCertificate'],
    ali: ['merchantPrivateKey', 'platformKey', ...(certified ? (['merchantCertificate', 'rootCertificate'] as const) : [])],
  }
  return secretKinds.filter(kind => needed[channel]?.includes(kind) && !secrets[kind])
}
