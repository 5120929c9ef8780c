import { allows, cardStops, chargeUserCard, resetPayPassword, toppedUpKinds, userCardActs, type UserCardKind } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call, newAct } from '../../core/api.ts'
import { may } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { ActForm } from '../../kit/form/act-form.tsx'
import { DialogForm } from '../../kit/form/side-form.tsx'
import type { Values } from '../../kit/form/values.ts'
import { confirmWhen } from '../../kit/form/confirmed.ts'
import { Twice } from '../../kit/form/twice.tsx'
import { grouped } from '../../kit/show.ts'
import { topUpFigure, topUpRules } from './card-rules.ts'
import { isMoneyAct, MoneyForm, type MoneyAct } from './card-money-forms.tsx'
import type { AskedCard, Card } from './whole-card.ts'

type Standing = Pick<Card, 'kind' | 'status' | 'principalCents' | 'lockValue'>

type AskedAct = 'topUp' | 'loss' | 'password' | MoneyAct
export type CardAct = AskedAct | 'unhook' | 'disable' | 'enable'

/** In the order in which they are offered. */
const cardActs: readonly CardAct[] = ['topUp', 'loss', 'unhook', 'disable', 'enable', 'password', 'refundCharge', 'adjust', 'thaw']
/** What stands against an act besides the status: whose money it is, and whether there is any. */
const fits: Partial<Record<CardAct, (kind: UserCardKind, card: Standing) => boolean>> = {
  topUp: kind => toppedUpKinds.includes(kind),
  refundCharge: (kind, card) => toppedUpKinds.includes(kind) && card.principalCents > 0,
  thaw: (_, card) => card.lockValue > 0,
}

/** What can be done to a card as it is, by anyone who is here. */
export const actsFor = (card: Standing): CardAct[] =>
  cardActs.filter(
    act => may(userCardActs[act].call.permission) && allows(userCardActs[act], card.status) && (fits[act]?.(card.kind, card) ?? true),
  )

export const shownNumber = (card: Card): string => grouped(card.number, 'cardNumber')
/** All that a card holds, less what it owes. */
export const netOf = (card: Card): number => card.value + card.lockValue + card.debtCents

/** What of a card is entered by hand, after its issue. */
export const editForm = { fields: ['name', 'physicalNumber', 'paymentCentsMax', 'dayCentsMax', 'passwordFromCents', 'remark'] }

/** Lists that a card's acts change. */
const changed = ['userCards', 'userCardDetails', 'cardStatement'] as const

/** Does an act to a card: after a question that names it, or with a form that asks what is needed. */
export function useCardActs(): { start: (act: CardAct, card: AskedCard) => void; dialogs: ReactNode } {
  const [asked, setAsked] = useState<{ act: AskedAct; card: AskedCard }>()
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()

  const ask = async (act: 'unhook' | 'disable' | 'enable', card: Card) => {
    const text = t(`cardPage.${act}Ask`, { number: shownNumber(card) })
    if (!(await confirm({ text, ok: t(`cardPage.${act}`), danger: act === 'disable' }))) return
    try {
      await call(cardStops[act], { id: card.id, body: {} }, { act: newAct() })
      await Promise.all(changed.map(name => cache.invalidateQueries({ queryKey: [name] })))
      toast.done(t(`cardPage.${act === 'unhook' ? 'unhooked' : act === 'disable' ? 'disabled' : 'enabled'}`))
    } catch (error) {
      toast.failed(error)
    }
  }
  const start = (act: CardAct, card: AskedCard) =>
    act === 'unhook' || act === 'disable' || act === 'enable' ? void ask(act, card) : setAsked({ act, card })
  const close = () => setAsked(undefined)
  const title = asked && t(`cardPage.${asked.act}Of`, { number: shownNumber(asked.card) })
  return {
    start,
    dialogs: (
      <DialogForm title={title} open={asked !== undefined} onClose={close}>
        {asked && <Form {...asked} close={close} />}
      </DialogForm>
    ),
  }
}

function Form({ act, card, close }: { act: AskedAct; card: AskedCard; close: () => void }) {
  const shared = { id: card.id, words: 'userCards', changes: changed, onDone: close, onCancel: close }
  if (isMoneyAct(act)) return <MoneyForm act={act} card={card} shared={shared} />
  switch (act) {
    case 'topUp':
      return (
        <ActForm
          of={chargeUserCard}
          {...shared}
          fields={topUpFields}
          when={topUpWhen}
          defaults={topUpDefaults}
          submitLabel={t('cardPage.topUp')}
          done={t('cardPage.toppedUp')}
          rules={values => topUpRules(card, values)}
        />
      )
    case 'loss':
      return (
        <ActForm
          of={cardStops.loss}
          {...shared}
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

const repeated = { payPassword: Twice }
const topUpFields = ['amountCents', 'payType', 'giftCents', 'confirmAmountCents', 'remark']
const topUpDefaults = { payType: 'cash' }
/** A mere gift is paid by nobody. */
const topUpWhen = { payType: ({ amountCents }: Values) => amountCents !== 0, ...confirmWhen(topUpFigure) }
