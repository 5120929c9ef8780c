import { kindCodes, type CardPayload } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import type { CardOnReader } from '../../kit/reader/use-reader.ts'
import { findOnReader, isRefused, notFound, type ChipRow } from './find-chip.ts'
import { NotTaken } from './turns.ts'

export type Kind = keyof typeof kindCodes | 'none'
export const kinds: readonly Kind[] = ['none', ...(Object.keys(kindCodes) as (keyof typeof kindCodes)[])]

/** What an engineer writes to see whether writing works: it is not signed, so that no station takes it for a card of a company. */
export function testPayload({ uuid, supplier, cardType }: CardOnReader, number: string, kind: Kind): CardPayload {
  if (cardType !== 1 && cardType !== 2) throw new NotTaken(t('icCardPage.notUserCard'))
  const account = kind === 'none' ? null : kind
  return {
    number,
    uuid,
    supplier: supplier ?? 0,
    cardType,
    issueType: account === null ? 9 : 10,
    kind: account,
    validFrom: null,
    validUntil: null,
    keyVersion: 0,
    algorithm: 0,
    mac: '',
  }
}

/**
 * What the server knows of the card that is to be written over; undefined where it knows it not.
 * @throws NotTaken where an account has it, or nobody can say whether one has
 */
export async function refuseIssued(card: CardOnReader, makers: readonly number[]): Promise<ChipRow | undefined> {
  const [first = 0] = makers
  const chip = await findOnReader(card, card.supplier ?? first, makers).catch((error: unknown) => {
    if (isRefused(error, 'cardInfo.notImported')) return undefined
    throw notFound(error, card)
  })
  if (chip?.state === 'issued' || chip?.state === 'reserved') throw new NotTaken(t('icCardPage.issued', { number: chip.number }))
  return chip
}
