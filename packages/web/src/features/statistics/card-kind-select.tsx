import { UserCardKind } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'
import { Select } from '../../kit/ui.ts'

interface CardKindSelectProps {
  value: UserCardKind | undefined
  onChange: (kind: UserCardKind | undefined) => void
}

/** Figures of all cards, or of one kind of card alone. */
export const CardKindSelect = ({ value, onChange }: CardKindSelectProps) => (
  <Select
    aria-label={t('statistic.by_kind')}
    value={value ?? ''}
    popupMatchSelectWidth={false}
    options={[
      { value: '', label: t('fund.everyKind') },
      ...UserCardKind.options.map(kind => ({ value: kind as string, label: choiceLabel('userCards', 'kind', kind) })),
    ]}
    onChange={chosen => onChange(UserCardKind.options.find(kind => kind === chosen))}
  />
)
