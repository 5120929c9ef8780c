import { allows, cardStops, toppedUpKinds, userCardActs, type UserCardKind } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call, newAct } from '../../core/api.ts'
import { may } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { DialogForm } from '../../kit/form/forms.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { later, WhileLoading } from '../../kit/later.tsx'
import { grouped } from '../../kit/show.ts'
import { changed, type AskedAct } from './asked-act.ts'
import type { AskedCard, Card } from './whole-card.ts'

type Standing = Pick<Card, 'kind' | 'status' | 'principalCents' | 'lockValue'>

export type CardAct = AskedAct | 'unhook' | 'disable' | 'enable'

/** In the order in which they are offered. */
const cardActs: readonly CardAct[] = ['topUp', 'loss', 'unhook', 'disable', 'enable', 'password', 'refundCharge', 'adjust', 'thaw']
/** What stands against an act besides the status: whose money it is, and whether there is any. */
const fits: Partial<Record<CardAct, (kind: UserCardKind, card: Standing) => boolean>> = {
  topUp: kind => toppedUpKinds.includes(kind),
  refundCharge: (kind, card) => toppedUpKinds.includes(kind) && card.principalCents > 0,
  thaw: (_, card) => card.lockValue > 0,
}

/** What is asked for an act comes with the first one. */
const Form = later(() => import('./card-act-form.tsx'))

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
        {asked && (
          <WhileLoading show={<Bones />}>
            <Form {...asked} close={close} />
          </WhileLoading>
        )}
      </DialogForm>
    ),
  }
}
