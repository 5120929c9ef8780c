import { wordsOf, type ErrorCode } from '@forecourt/contract'
import { useEffect } from 'react'
import { ApiError } from '../../core/api.ts'
import { language, t } from '../../i18n/index.ts'
import { hint } from '../../kit/reader/say-reader.ts'
import type { Chip } from './found-card.ts'

/** It was found out what is wrong with the card; nothing else would come of asking again. */
export const isOfCard = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code.startsWith('cardInfo.') || error.status === 400)

/** Why a card could not be found: what the server says of it, else that it could not be looked up. @source requirement CRD-045 */
export const wordsOfLookUp = (error: unknown): string =>
  isOfCard(error) ? error.message : t('readCard.lookUpFailed', { why: error instanceof ApiError ? error.message : t('kit.failed') })

const refusalOf: Partial<Record<Chip['state'], ErrorCode>> = {
  imported: 'cardInfo.notPrepared',
  special: 'cardInfo.notUserCard',
  scrapped: 'cardInfo.disabled',
}
/** What stands against issuing a chip, in the server's own words; for an account that waits, or for a new one. */
export function whyNotIssued({ state, companyId, userCardId }: Chip, account?: number): string | undefined {
  const refusal = refusalOf[state]
  if (refusal) return wordsOf(refusal, language())
  if (companyId === null) return t('readCard.notInStock')
  if (state === 'issued') return wordsOf(userCardId === account ? 'cardInfo.issued' : 'cardInfo.boundToOther', language())
  return state === 'reserved' && account !== undefined && userCardId !== account ? wordsOf('cardInfo.reserved', language()) : undefined
}

/** A notice of what is wrong with the card, once for each time that it becomes wrong. */
export function useSaidOnce(words: string | undefined): void {
  useEffect(() => {
    if (words) hint(words)
  }, [words])
}
