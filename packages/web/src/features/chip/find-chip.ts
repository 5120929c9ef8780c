import { cardInfos, type RowOf } from '@forecourt/contract'
import { ApiError, call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import type { CardOnReader } from '../../kit/reader/use-reader.ts'
import { wordsOfReader } from '../../kit/reader/say-reader.ts'
import { NotTaken, type Seen } from './turns.ts'

export type ChipRow = RowOf<typeof cardInfos>
type Asked = { uuid: string } | { number: string }

export const isRefused = (error: unknown, code: string): error is ApiError => error instanceof ApiError && error.code === code

/** A chip as the server knows it. @throws ApiError */
export const lookUp = (asked: Asked, supplier: number, companyId?: number): Promise<ChipRow> =>
  call(cardInfos.lookUp, { query: { ...asked, supplier, ...(companyId !== undefined && { companyId }) } }, { quiet: true })

/**
 * The chip that lies on the reader, as it is known under the maker that is expected; else under the one that the reader tells or, where it
 * tells none, under any other. So a card of another maker is told from one that nobody has imported.
 * @throws ApiError
 */
export async function findOnReader({ uuid, supplier }: CardOnReader, expected: number, makers: readonly number[]): Promise<ChipRow> {
  const others = supplier === null ? makers : [supplier]
  let first: unknown
  for (const maker of [expected, ...others.filter(other => other !== expected)])
    try {
      return await lookUp({ uuid }, maker)
    } catch (error) {
      if (!isRefused(error, 'cardInfo.notImported')) throw error
      first ??= error
    }
  throw first
}

/** That a chip could not be looked up; in words of its own where the server knows it not. @source requirements CRD-032, CRD-045 */
export function notFound(error: unknown, seen: Seen): NotTaken {
  const plain = isRefused(error, 'cardInfo.notImported') || isRefused(error, 'cardInfo.otherCompany')
  return new NotTaken(plain ? error.message : t('preparePage.lookUpFailed', { reason: wordsOfReader(error) }), seen)
}
