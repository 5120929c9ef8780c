import { cardStops, chargeUserCard, resetPayPassword } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { confirmWhen } from '../../kit/form/confirmed.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import { Twice } from '../../kit/form/twice.tsx'
import type { Values } from '../../kit/form/values.ts'
import { changed, type AskedAct, type LifeAct } from './asked-act.ts'
import { isMoneyAct, MoneyForm } from './card-money-forms.tsx'
import { topUpFigure, topUpRules } from './card-rules.ts'
import { slipLink } from './slip-link.tsx'
import { useIdentity } from './identity.ts'
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

type Shared = { id: number; words: string; changes: readonly string[]; onDone: () => void; onCancel: () => void }
function TopUpForm({ card, shared }: { card: AskedCard; shared: Shared }) {
  const identity = useIdentity(topUpFields)
  return (
    <ActForm
      of={chargeUserCard}
      {...shared}
      {...identity}
      when={topUpWhen}
      defaults={topUpDefaults}
      submitLabel={t('cardPage.topUp')}
      done={t('cardPage.toppedUp')}
      offer={({ id }) => slipLink(card.id, { kind: 'topUp', id })}
      rules={values => topUpRules(card, values)}
    />
  )
}

/** Of a bearer card only its holder has the receipt. */
const lossFields = ['reason', 'receiptId', 'remark']
const repeated = { payPassword: Twice }
const topUpFields = ['amountCents', 'payType', 'giftCents', 'confirmAmountCents', 'remark']
const topUpDefaults = { payType: 'cash' }
/** A mere gift is paid by nobody. */
const topUpWhen = { payType: ({ amountCents }: Values) => amountCents !== 0, ...confirmWhen(topUpFigure) }
