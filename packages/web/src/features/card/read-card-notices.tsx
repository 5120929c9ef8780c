import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { open, pathTo } from '../../kit/links.ts'
import { grouped } from '../../kit/show.ts'
import { Alert, Button } from '../../kit/ui.ts'
import { actsFor, type CardAct } from './card-acts.tsx'
import type { Found } from './found-card.ts'
import type { Card } from './whole-card.ts'

interface ToWriteProps {
  card: Card
  isHere: boolean
  /** It bears a key that is no longer in force. */
  older: boolean
  start: (act: CardAct, card: Card) => void
}

/** What stands on the card is not what the server knows: it is written while it lies here. @source decisions CD30 */
export function ToWrite({ card, isHere, older, start }: ToWriteProps) {
  const mayWrite = actsFor(card).includes('sync')
  return (
    <Alert
      className="card-read-notice"
      type="warning"
      showIcon
      role="alert"
      title={t(!isHere ? 'readCard.toWriteAway' : older && !card.toWrite ? 'readCard.toWriteOlder' : 'readCard.toWrite')}
      action={
        isHere &&
        mayWrite && (
          <Button type="primary" onClick={() => start('sync', card)}>
            {t('readCard.rewrite')}
          </Button>
        )
      }
    />
  )
}

/** The old card of an account that has another one. @source decisions CD4 */
export const Replaced = ({ by: { account, date } }: { by: NonNullable<Found['successor']> }) => (
  <Alert
    className="card-read-notice"
    type="warning"
    showIcon
    role="alert"
    title={t('readCard.cardReplaced', { date: time(date, 'day'), number: grouped(account.number, 'cardNumber') })}
    action={<OpenCard id={account.id} />}
  />
)

export function OpenCard({ id }: { id: number }) {
  const path = pathTo('userCards', id)
  return path ? <Button onClick={() => open(path)}>{t('readCard.openCard')}</Button> : null
}
