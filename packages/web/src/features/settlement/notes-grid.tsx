import { money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { NumberInput } from '../../kit/form/number-input.tsx'
import type { Pieces } from './counting.ts'

interface NotesGridProps {
  values: readonly number[]
  pieces: Pieces
  onPieces: (value: number, many: number | undefined) => void
}

/** How many of each note and coin; their sum is the cash. */
export function NotesGrid({ values, pieces, onPieces }: NotesGridProps) {
  return (
    <fieldset className="settle-notes">
      <legend>{t('settle.byNote')}</legend>
      {values.map(value => (
        <label key={value}>
          <span className="k-number">{money(value)} ×</span>
          <NumberInput
            min={0}
            max={99_999}
            value={pieces[value]}
            onChange={many => onPieces(value, typeof many === 'number' ? many : undefined)}
            aria-label={`${t('settle.denomination')} ${money(value)}`}
          />
          <span className="k-number settle-piece-sum">{pieces[value] ? money(value * pieces[value]) : ''}</span>
        </label>
      ))}
    </fieldset>
  )
}
