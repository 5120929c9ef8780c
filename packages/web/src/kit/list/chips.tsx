import { Button } from 'antd'
import { fromTo } from '../../core/time.ts'
import { litres, money, tons } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { nameOf } from '../field.ts'
import { labelOf, wording, yesNo } from '../label.ts'
import { useOptions } from '../reference-options.ts'
import { readRange, type Filter } from './filter.ts'
import { isPreset, lastHours, readPeriod } from './period.ts'

export interface ChipsProps {
  set: readonly { filter: Filter; raw: string }[]
  onRemove: (path: string) => void
  onClear: () => void
}

/** What the list is narrowed by, each to be taken away. */
export function Chips({ set, onRemove, onClear }: ChipsProps) {
  if (set.length === 0) return null
  return (
    <ul className="k-chips" aria-label={t('kit.filtered')}>
      {set.map(({ filter, raw }) => (
        <li key={filter.path}>
          <Chip filter={filter} raw={raw} onRemove={() => onRemove(filter.path)} />
        </li>
      ))}
      <li>
        <Button type="link" size="small" onClick={onClear}>
          {t('kit.clearAll')}
        </Button>
      </li>
    </ul>
  )
}

function Chip({ filter, raw, onRemove }: { filter: Filter; raw: string; onRemove: () => void }) {
  const label = labelOf(filter.field)
  return (
    <span className="k-chip">
      <span>
        {label}
        {t('kit.colon')}
        <ChipWords filter={filter} raw={raw} />
      </span>
      <button type="button" aria-label={t('kit.removeFilter', { label })} onClick={onRemove}>
        ×
      </button>
    </span>
  )
}

/** What a filter is set to, in words. */
export const ChipWords = ({ filter, raw }: { filter: Filter; raw: string }) =>
  filter.control === 'reference' ? <Names resource={filter.field.ref!} raw={raw} /> : valueWords(filter, raw)

function Names({ resource, raw }: { resource: string; raw: string }) {
  const ids = raw.split(',').map(Number)
  const rows = useOptions(resource, '', ids, { open: false })
  return ids.map(id => nameOf(rows.find(row => row.id === id) ?? { id })).join(wording.comma)
}

function valueWords({ field, control }: Filter, raw: string): string {
  switch (control) {
    case 'choices':
      return raw
        .split(',')
        .map(member => wording.choice(field, member))
        .join(wording.comma)
    case 'yesNo':
      return yesNo(field, raw === 'true')
    case 'period':
      return isPreset(raw) || raw === lastHours ? t(`kit.preset_${raw}`) : ends(readPeriod(raw, '') ?? {})
    case 'range': {
      const { least, most } = readRange(raw)
      const shown = (value: number) => {
        if (field.kind === 'kilograms') return tons(value)
        return field.kind === 'centilitres' ? litres(value) : field.kind.startsWith('cents') ? money(value) : String(value)
      }
      return ends({ ...(least !== undefined && { from: shown(least) }), ...(most !== undefined && { to: shown(most) }) })
    }
    default:
      return raw
  }
}

const ends = ({ from, to }: { from?: string; to?: string }): string => (from && to ? fromTo(from, to) : from ? `≥ ${from}` : `≤ ${to}`)
