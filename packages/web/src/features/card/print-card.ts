import type { CardSlip } from '@forecourt/contract'
import { session } from '../../core/session.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { addressOf } from '../../kit/page/address.ts'

const document = (of: string, more: Record<string, string> = {}) =>
  mayOpen('previewPrint', session().profile) ? addressOf('previewPrint', {}, { document: of, ...more }) : undefined

export interface SlipAsked {
  readonly kind: CardSlip['kind']
  /** The newest of its kind where it is absent. */
  readonly id?: number
}

/** Where the slip of what was done to a card is printed; nothing for anyone who may not. */
export const pathToSlip = (cardId: number, { kind, id }: SlipAsked): string | undefined =>
  kind === 'topUp' && id !== undefined
    ? document(`topUp:${id}`)
    : document(`cardSlip:${cardId}`, { slip: id === undefined ? kind : `${kind}-${id}` })

/** Where the statement of a card is printed, on a sheet or on the roll. */
export const pathToStatement = (cardId: number, period: string, paper: 'a4' | '80' = 'a4'): string | undefined =>
  document(`${paper === 'a4' ? 'statement' : 'statementSlip'}:${cardId}`, { period: period || 'thisMonth' })
