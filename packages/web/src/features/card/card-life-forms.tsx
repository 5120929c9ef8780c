import { cardLife, cardMoney } from '@forecourt/contract'
import { may } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { confirmWhen } from '../../kit/form/confirmed.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { changed, type LifeAct } from './asked-act.ts'
import { extendRules, freezeRules, registerRules } from './life-rules.ts'
import { useIdentity } from './identity.ts'
import { MoveForm } from './move-form.tsx'
import { ReissueForm } from './reissue-form.tsx'
import { ReturnForm } from './return-form.tsx'
import { SyncForm } from './sync-form.tsx'
import { LowBalanceForm } from './low-balance-form.tsx'
import type { LifeShared } from './life-shared.ts'
import type { AskedCard, Card } from './whole-card.ts'

interface LifeFormProps {
  card: Card
  shared: LifeShared
}

const forms: Record<LifeAct, (props: LifeFormProps) => React.ReactNode> = {
  freeze: Freeze,
  move: MoveForm,
  extend: Extend,
  register: Register,
  sync: SyncForm,
  lowBalance: LowBalanceForm,
  reissue: ReissueForm,
  cardReturn: ReturnForm,
}

/** What the acts that change the card itself need to know. */
export default function CardLifeForm({ act, card, close }: { act: LifeAct; card: AskedCard; close: () => void }) {
  const Form = forms[act]
  // A number that was replaced and a card that was returned change what is found by number as well.
  return <Form card={card} shared={{ id: card.id, changes, onDone: close, onCancel: close }} />
}
const changes = [...changed, 'cardInfos']

const amountWhen = confirmWhen()
function Freeze({ card, shared }: LifeFormProps) {
  return (
    <ActForm
      of={cardMoney.freeze}
      {...shared}
      words="cardLife"
      fields={['amountCents', 'confirmAmountCents', 'remark']}
      when={amountWhen}
      rules={values => freezeRules(card, values)}
      pinFor={({ amountCents }) => ({ action: 'card.freeze', subject: `userCards:${card.id}`, amountCents: amountCents as number })}
      effect={() => t('cardLife.freezeHelp')}
      submitLabel={t('cardPage.freeze')}
      done={t('cardLife.frozen')}
    />
  )
}

function Extend({ card, shared }: LifeFormProps) {
  return (
    <ActForm
      of={cardLife.extend}
      {...shared}
      words="cardLife"
      rules={values => extendRules(card, values)}
      effect={({ validUntil }) =>
        t('cardLife.extendHelp', { before: card.validUntil ?? '', after: typeof validUntil === 'string' ? validUntil : '—' })
      }
      submitLabel={t('cardPage.extend')}
      done={t('cardLife.extended')}
    />
  )
}

const registerFields = ['userId', 'holderName', 'holderMobile']
const newHolder = ({ userId }: Values) => !userId
const registerWhen = {
  // Anyone who may not read the list of users names the holder by mobile number.
  userId: ({ holderName, holderMobile }: Values) => may('access.user.read') && !holderName && !holderMobile,
  holderName: newHolder,
  holderMobile: newHolder,
}
function Register({ shared }: LifeFormProps) {
  const identity = useIdentity(registerFields)
  return (
    <ActForm
      of={cardLife.register}
      {...shared}
      words="userCards"
      {...identity}
      when={registerWhen}
      rules={registerRules}
      effect={() => t('cardLife.registerHelp')}
      submitLabel={t('cardPage.register')}
      done={t('cardLife.registered')}
    />
  )
}
