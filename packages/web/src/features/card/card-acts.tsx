import { allows, cardInfos, cardStops, issueUserCard, toppedUpKinds, userCardActs, type UserCardKind } from '@forecourt/contract'
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
import { changed, isLifeAct, type AskedAct } from './asked-act.ts'
import { shownNumber } from './shown-number.ts'
import { awaitsChip } from './awaits-chip.ts'
import { frozenOf, type AskedCard, type Card } from './whole-card.ts'

type Standing = Pick<Card, 'kind' | 'status' | 'principalCents' | 'lockValue'> &
  Partial<Pick<Card, 'heldCents' | 'closedTime' | 'issueTime' | 'value' | 'validUntil' | 'physicalNumber' | 'card'>>

export type CardAct = AskedAct | 'unhook' | 'disable' | 'enable'

/** In the order in which they are offered. */
const cardActs: readonly Exclude<CardAct, 'writeChip'>[] = [
  'topUp',
  'loss',
  'unhook',
  'disable',
  'enable',
  'password',
  'refundCharge',
  'adjust',
  'freeze',
  'thaw',
  'move',
  'extend',
  'register',
  'sync',
  'lowBalance',
  'reissue',
  'cardReturn',
]
/** What stands against an act besides the status: whose money it is, and whether there is any. */
const fits: Partial<Record<CardAct, (kind: UserCardKind, card: Standing) => boolean>> = {
  topUp: kind => toppedUpKinds.includes(kind),
  refundCharge: (kind, card) => toppedUpKinds.includes(kind) && card.principalCents > 0,
  freeze: (_, card) => (card.value ?? 0) > 0,
  thaw: (_, card) => frozenOf(card) > 0,
  // A transfer is asked for besides the permission to move. Sub cards get theirs from the master, and a bearer has no other card.
  move: (kind, card) => (kind === 'personal' || kind === 'master') && (card.value ?? 0) > 0 && may('card.move'),
  extend: (_, card) => Boolean(card.validUntil),
  // Whose holder, or leader, can be told.
  lowBalance: kind => kind !== 'employee' && kind !== 'anonymous',
  register: kind => kind === 'anonymous',
  sync: (_, card) => Boolean(card.physicalNumber) && may('chip.read'),
}

/** What is done to money, and to a card that pays: an account of points or of levels has neither, and may only be stopped or closed. */
const ofAnyAccount: ReadonlySet<CardAct> = new Set(['disable', 'enable', 'unhook', 'cardReturn'])
const holdsMoney = ({ card }: Standing): boolean => (card?.type ?? 'debit') === 'debit'

/** Whether somebody can be told of its balance. */
export const hasLevel = (card: Standing): boolean => holdsMoney(card) && fits.lowBalance!(card.kind, card)

/** What is asked for an act comes with the first one. */
const Form = later(() => import('./card-act-form.tsx'))
const LifeForm = later(() => import('./card-life-forms.tsx'))

/**
 * What can be done to a card as it is, by anyone who is here; one that awaits its chip is given that, and nothing else; to one that was
 * returned nothing is done.
 */
export const actsFor = (card: Standing): CardAct[] => {
  if (card.closedTime) return []
  if (awaitsChip(card)) return may(cardInfos.set.permission) && may(issueUserCard.permission) ? ['writeChip'] : []
  return cardActs.filter(
    act =>
      may(userCardActs[act].call.permission) &&
      allows(userCardActs[act], card.status) &&
      (ofAnyAccount.has(act) || holdsMoney(card)) &&
      (fits[act]?.(card.kind, card) ?? true),
  )
}

/** All that a card holds, less what it owes. */
export const netOf = (card: Card): number => card.value + card.lockValue + card.debtCents

/** What of a card is entered by hand, after its issue. */
const edited = ['paymentCentsMax', 'dayCentsMax', 'passwordFromCents', 'remark']
const forms = { all: { fields: ['name', 'fuelType', 'billingType', 'discountId', ...edited] }, some: { fields: ['name', ...edited] } }
export const editForm = () => (may('card.terms') ? forms.all : forms.some)

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
            {isLifeAct(asked.act) ? (
              <LifeForm act={asked.act} card={asked.card} close={close} />
            ) : (
              <Form act={asked.act} card={asked.card} close={close} />
            )}
          </WhileLoading>
        )}
      </DialogForm>
    ),
  }
}
