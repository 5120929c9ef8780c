import { CardPayload, issueTypes, macAlgorithms, signedBytesOf, type CardRecord } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { cardKeyOf, type CardKey } from '../org/index.ts'
import { diversify, retailMac } from './card-mac.ts'
import type { Chip } from './chip.ts'

type Unsigned = Omit<CardPayload, 'mac'>
/** What of an account stands on its chip. */
interface Written {
  readonly kind: string
  readonly validUntil: string | null
}

/**
 * What is to be written to a chip for its account, signed with a key of its company: that in force, or that of a version.
 * @throws cardKey.unusable
 */
export async function payloadOf(ctx: Pick<Ctx, 'tx'>, chip: Chip, { kind, validUntil }: Written, version?: number): Promise<CardPayload> {
  const key = version === 0 ? undefined : await cardKeyOf(ctx, chip.companyId, version)
  const unsigned: Unsigned = {
    number: chip.number,
    uuid: chip.uuid,
    supplier: chip.supplier,
    cardType: chip.cardType as CardPayload['cardType'],
    issueType: issueTypes.stationUser,
    kind: kind as CardPayload['kind'],
    validFrom: null,
    validUntil,
    keyVersion: key?.version ?? 0,
    algorithm: key ? macAlgorithms.tripleDes : macAlgorithms.none,
  }
  return { ...unsigned, mac: key ? macOf(key, unsigned) : '' }
}

/** The MAC over a record, by the card's own key. */
export const macOf = ({ key }: CardKey, record: Omit<CardRecord, 'mac'>): string =>
  retailMac(diversify(key, record.number), signedBytesOf(record)).toString('hex').toUpperCase()

/** Fields in which what was read differs from what was to be written. */
export const differences = (written: CardPayload, read: CardRecord): string[] =>
  Object.keys(CardPayload.shape).filter(field => written[field as keyof CardPayload] !== read[field as keyof CardRecord])
