import { t } from '../../i18n/index.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { NumberInput } from '../../kit/form/number-input.tsx'
import type { ReturnableGoods } from './money-rules.ts'

interface Returned {
  readonly lineItemId: number
  readonly pieces: number
}

/** Of each article of the order, how many pieces go back to the shelf. */
export const returnedControl =
  (goods: ReturnableGoods): OwnControl =>
  ({ value, onChange, disabled }) => {
    const said = (value ?? []) as readonly Returned[]
    return (
      <div role="group" aria-label={t('refunds.returned')}>
        {goods.map(({ lineItemId, name, pieces }) => (
          <label key={lineItemId}>
            {t('sales.returnedOf', { name, pieces })}
            <NumberInput
              value={said.find(line => line.lineItemId === lineItemId)?.pieces ?? 0}
              min={0}
              max={pieces}
              disabled={disabled}
              onChange={next =>
                onChange?.(
                  said.map(line => (line.lineItemId === lineItemId ? { ...line, pieces: typeof next === 'number' ? next : 0 } : line)),
                )
              }
            />
          </label>
        ))}
      </div>
    )
  }
