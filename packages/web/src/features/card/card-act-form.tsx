import { cardStops, resetPayPassword } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import { Twice } from '../../kit/form/twice.tsx'
import { changed, type AskedAct, type LifeAct } from './asked-act.ts'
import { isMoneyAct, MoneyForm } from './card-money-forms.tsx'
import { TopUpForm } from './top-up-form.tsx'
import type { AskedCard } from './whole-card.ts'
import { WriteChip } from './write-chip.tsx'

/** What an act to a card needs to know. */
export default function CardActForm({ act, card, close }: { act: Exclude<AskedAct, LifeAct>; card: AskedCard; close: () => void }) {
  const shared = { id: card.id, words: 'userCards', changes: changed, onDone: close, onCancel: close }
  if (isMoneyAct(act)) return <MoneyForm act={act} card={card} shared={shared} />
  switch (act) {
    case 'writeChip':
      return <WriteChip card={card} close={close} />
    case 'topUp':
      return <TopUpForm card={card} shared={shared} />
    case 'loss':
      return (
        <ActForm
          of={cardStops.loss}
          {...shared}
          fields={lossFields}
          when={{ receiptId: () => card.kind === 'anonymous' }}
          submitLabel={t('cardPage.loss')}
          danger
          done={t('cardPage.lossDone')}
          effect={() => t('cardPage.lossHelp')}
        />
      )
    case 'password':
      return (
        <ActForm
          of={resetPayPassword}
          {...shared}
          controls={repeated}
          submitLabel={t('cardPage.password')}
          done={t('cardPage.passwordDone')}
          pinFor={() => ({ action: 'card.payPassword', subject: `userCards:${card.id}` })}
        />
      )
  }
}

/** Of a bearer card only its holder has the receipt. */
const lossFields = ['reason', 'receiptId', 'remark']
const repeated = { payPassword: Twice }
