import { t } from '../../i18n/index.ts'
import { Drill } from '../../kit/links.ts'
import { pathToSlip, type SlipAsked } from './print-card.ts'

/** Offered with the words that an act is done: what the customer is given on paper for it. */
export const slipLink = (cardId: number, slip: SlipAsked) => {
  const path = pathToSlip(cardId, slip)
  return path && <Drill to={path}>{t('cardPage.printSlip')}</Drill>
}
