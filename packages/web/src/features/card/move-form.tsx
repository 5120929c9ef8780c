import { transferUserCard, userCards } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { equals, searchText } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { confirmWhen } from '../../kit/form/confirmed.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import { optionCount } from '../../kit/reference-options.ts'
import { Select } from '../../kit/ui.ts'
import { shownNumber } from './shown-number.ts'
import type { LifeShared } from './life-shared.ts'
import { describing } from './describing.ts'
import { movedCents, moveRules } from './life-rules.ts'
import type { Card } from './whole-card.ts'

/** Cards that money of this one may go to: of the same holder and the same product, in use. */
function useOthers(card: Card): readonly Card[] {
  const whose = card.kind === 'master' ? equals('group.id', card.groupId ?? 0) : equals('user.id', card.userId ?? 0)
  const search = searchText([equals('kind', card.kind), whose, equals('card.id', card.cardId), equals('status', 'normal')])
  const { data } = useQuery({
    queryKey: ['userCards', 'list', 'others', search],
    queryFn: ({ signal }) => call(userCards.list, { query: { search, size: optionCount } }, { signal, company: true }),
  })
  return (data?.content ?? []).filter(({ id }) => id !== card.id)
}

/** 转账: money of a card goes to another card of its holder, principal as principal and gift as gift. */
export function MoveForm({ card, shared }: { card: Card; shared: LifeShared }) {
  const others = useOthers(card)
  const named = (one: Card) => t('cardLife.option', { number: shownNumber(one), amount: inCurrency(one.value) })
  return (
    <ActForm
      of={transferUserCard}
      {...shared}
      words="cardLife"
      fields={moveFields}
      defaults={defaults}
      when={{ ...moveWhen, giftCents: () => card.giftCents > 0 }}
      controls={{
        toId: ({ id, value, onChange, onBlur, disabled, ...rest }) => (
          <Select
            {...describing(rest)}
            {...{ id, onChange, onBlur, disabled }}
            value={others.some(one => one.id === value) ? value : undefined}
            options={others.map(one => ({ value: one.id, label: named(one) }))}
            placeholder={t('kit.chooseOne')}
            notFoundContent={t('cardLife.noOther')}
          />
        ),
      }}
      rules={values =>
        moveRules(
          card,
          others.find(({ id }) => id === values['toId']),
          shownNumber,
          values,
        )
      }
      pinFor={values => ({ action: 'card.move', subject: `userCards:${card.id}`, amountCents: movedCents(values) })}
      submitLabel={t('cardPage.move')}
      done={t('cardLife.moved')}
    />
  )
}
const defaults = { type: 'move' }
const moveFields = ['toId', 'amountCents', 'giftCents', 'confirmAmountCents', 'remark']
const moveWhen = confirmWhen(movedCents)
