import { items } from '@forecourt/contract'
import { useState } from 'react'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { valueAt } from '../../kit/field.ts'
import { Amount } from '../../kit/form/amount.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { NumberInput } from '../../kit/form/number-input.tsx'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { Button } from '../../kit/ui.ts'
import { findGoods } from './find-goods.ts'
import './shop.css'

interface Line {
  readonly itemId: number
  readonly pieces?: number | undefined
  readonly priceCents?: number | undefined
}

/** Lines of a document: goods of the station whose stock is counted, each once, with pieces and where that is wanted the price. */
export const linesControl =
  (stationId: number, price = false): OwnControl =>
  ({ value, onChange, disabled }) => (
    <Lines
      value={(value ?? []) as readonly Line[]}
      onChange={next => onChange?.(next)}
      disabled={disabled ?? false}
      stationId={stationId}
      price={price}
    />
  )

interface LinesProps {
  value: readonly Line[]
  onChange: (value: readonly Line[]) => void
  disabled: boolean
  stationId: number
  price: boolean
}

function Lines({ value, onChange, disabled, stationId, price }: LinesProps) {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const conditions = [equals('station.id', stationId), equals('category.type', 'normal'), 'inventory>=0']
  const change = (itemId: number, over: Partial<Line>) =>
    onChange(value.map(line => (line.itemId === itemId ? { ...line, ...over } : line)))
  return (
    <div className="shop-lines">
      <ReferenceSelect
        resource={items.name}
        value={null}
        find={findGoods}
        disabled={disabled}
        conditions={conditions}
        placeholder={t('shop.addLine')}
        aria-label={t('shop.addLine')}
        label={row => [valueAt(row, 'name'), valueAt(row, 'code')].filter(Boolean).join(' · ')}
        onChange={(id, row) => {
          if (id === undefined || value.some(({ itemId }) => itemId === id)) return
          setNames(new Map([...names, [id, String(valueAt(row ?? {}, 'name') ?? '')]]))
          onChange([...value, { itemId: id, pieces: 1 }])
        }}
      />
      {value.map(line => {
        const name = names.get(line.itemId) ?? `#${line.itemId}`
        return (
          <div key={line.itemId} className="shop-line">
            <span>{name}</span>
            <NumberInput
              value={line.pieces}
              min={1}
              disabled={disabled}
              suffix={t('shop.piece')}
              aria-label={t('shop.piecesOf', { name })}
              onChange={pieces => change(line.itemId, { pieces: pieces as number })}
            />
            {price && (
              <Amount
                value={line.priceCents}
                disabled={disabled}
                placeholder={t('shop.priceLater')}
                aria-label={t('shop.priceOf', { name })}
                onChange={priceCents => change(line.itemId, { priceCents: priceCents ?? undefined })}
              />
            )}
            <Button
              type="link"
              size="small"
              disabled={disabled}
              aria-label={t('shop.removeLine', { name })}
              onClick={() => onChange(value.filter(({ itemId }) => itemId !== line.itemId))}>
              {t('shop.remove')}
            </Button>
          </div>
        )
      })}
    </div>
  )
}
