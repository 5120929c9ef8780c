import { t } from '../../i18n/index.ts'
import { Button, Dropdown } from '../../kit/ui.ts'
import type { CardAct } from './card-acts.tsx'
import { shownNumber } from './shown-number.ts'
import type { Card } from './whole-card.ts'

const grave: readonly CardAct[] = ['loss', 'disable', 'cardReturn']

interface MoreActsProps {
  card: Card
  acts: readonly CardAct[]
  start: (act: CardAct, card: Card) => void
  edit?: (() => void) | undefined
  type?: 'link' | 'default'
}

/** The acts on a card that have no button of their own; what cannot be taken back is marked. */
export function MoreActs({ card, acts, start, edit, type = 'default' }: MoreActsProps) {
  const others = acts.map(act => ({ key: act as string, label: t(`cardPage.${act}`), danger: grave.includes(act) }))
  const items = [...(edit ? [{ key: 'edit', label: t('cardPage.edit') }] : []), ...others]
  if (items.length === 0) return null
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => (key === 'edit' ? edit?.() : start(key as CardAct, card)) }}>
      <Button
        type={type}
        {...(type === 'link' && { size: 'small' as const })}
        aria-label={t('cardPage.moreOf', { number: shownNumber(card) })}>
        {t('cardPage.more')}
      </Button>
    </Dropdown>
  )
}
