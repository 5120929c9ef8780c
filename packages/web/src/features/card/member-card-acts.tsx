import { t } from '../../i18n/index.ts'
import { Button, Dropdown } from '../../kit/ui.ts'
import { actsFor, type CardAct } from './card-acts.tsx'
import { shownNumber } from './shown-number.ts'
import type { Card } from './whole-card.ts'

const offered: readonly CardAct[] = ['topUp', 'loss', 'unhook']
interface MemberCardActsProps {
  cards: readonly Card[]
  start: (act: CardAct, card: Card) => void
}

/** What is done most to the cards of a member, in their row of the list; where it is done to several, each is named. */
export function MemberCardActs({ cards, start }: MemberCardActsProps) {
  const open = cards.filter(({ closedTime, groupId }) => closedTime === null && groupId === null)
  const acts = open.flatMap(card => actsFor(card).flatMap(act => (offered.includes(act) ? [{ act, card }] : [])))
  const toTopUp = acts.filter(({ act }) => act === 'topUp')
  const first = toTopUp.length === 1 ? toTopUp[0] : undefined
  const isOne = new Set(acts.map(({ card }) => card.id)).size === 1
  const others = acts.filter(each => each !== first)
  const items = others.map(({ act, card }, at) => ({
    key: String(at),
    label: t(`cardPage.${act}`) + (isOne ? '' : ` · ${shownNumber(card)}`),
    danger: act === 'loss',
  }))
  return (
    <>
      {first && (
        <Button type="link" size="small" onClick={() => start('topUp', first.card)}>
          {t('cardPage.topUp')}
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => start(others[Number(key)]!.act, others[Number(key)]!.card) }}>
          <Button type="link" size="small" aria-label={t('cardPage.moreOf', { number: open.map(shownNumber).join(', ') })}>
            {t('cardPage.more')}
          </Button>
        </Dropdown>
      )}
    </>
  )
}
