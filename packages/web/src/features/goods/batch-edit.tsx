import './shop.css'
import { cards, categories, items, tags, type RowOf } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { schemaOf } from '../../core/schemas.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Amount } from '../../kit/form/amount.tsx'
import { Control } from '../../kit/form/control.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import { NumberInput } from '../../kit/form/number-input.tsx'
import type { Rules } from '../../kit/form/rules.ts'
import { bodyFields, type Values } from '../../kit/form/values.ts'
import { labelOf } from '../../kit/label.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { Alert, Checkbox, Select } from '../../kit/ui.ts'

type Item = RowOf<typeof items>
const most = 500
const gifts = ['giftPoints', 'giftCents', 'giftPercent', 'frozenCents', 'frozenPercent', 'giftCoupons', 'giftCardId'] as const
const offered = ['categoryId', 'priceCents', 'taxRate', 'weight', 'hidden', 'lowStock', 'tagId', ...gifts] as const
type Offered = (typeof offered)[number]

/** 批量编辑: what is ticked is given to all of them; at least one field. @source requirement GDS-013 */
export function BatchEdit({ rows, onClose }: { rows: readonly Item[]; onClose: () => void }) {
  const tooMany = rows.length > most
  const [stationId] = rows.map(row => row.stationId)
  const control: OwnControl = ({ value, onChange, disabled }) => (
    <Fields value={(value ?? {}) as Values} onChange={next => onChange?.(next)} disabled={disabled} stationId={stationId!} />
  )
  return (
    <DialogForm title={t('shop.batchOf', { count: count(rows.length) })} open onClose={onClose}>
      {tooMany ? (
        <Alert type="warning" showIcon title={t('shop.tooMany', { most: count(most) })} />
      ) : (
        <ActForm
          of={items.batch}
          words="itemBatch"
          fields={['set']}
          defaults={{ itemIds: rows.map(({ id }) => id), set: {} }}
          controls={{ set: control }}
          rules={({ set }) => wrongOf((set ?? {}) as Values)}
          changes={['items', 'auditLogs']}
          submitLabel={t('kit.save')}
          done={({ changed }) => t('shop.batchDone', { count: count(changed) })}
          onDone={onClose}
          onCancel={onClose}
        />
      )}
    </DialogForm>
  )
}

const amount = (value: unknown) => typeof value === 'number'
/** At least one field, and of a balance so much or a share of it. */
function wrongOf(set: Values): Rules {
  if (Object.keys(set).length === 0) return { wrong: { set: t('shop.batchNothing') } }
  const both = (['gift', 'frozen'] as const).some(balance => amount(set[`${balance}Cents`]) && amount(set[`${balance}Percent`]))
  return both ? { wrong: { set: t('shop.eitherOr') } } : {}
}

interface FieldsProps {
  value: Values
  onChange: (value: Values) => void
  disabled: boolean | undefined
  stationId: number
}

const begun: Readonly<Record<Offered, unknown>> = {
  categoryId: undefined,
  priceCents: undefined,
  taxRate: 13,
  weight: 0,
  hidden: false,
  lowStock: null,
  tagId: null,
  giftPoints: null,
  giftCents: null,
  giftPercent: null,
  frozenCents: null,
  frozenPercent: null,
  giftCoupons: [],
  giftCardId: null,
}

function Fields({ value, onChange, disabled = false, stationId }: FieldsProps) {
  const tick = (name: Offered, on: boolean) => {
    const { [name]: _, ...others } = value
    onChange(on ? { ...others, [name]: begun[name] } : others)
  }
  return (
    <div className="shop-batch" role="group" aria-label={t('shop.batch')}>
      {offered.map(name => {
        const label = labelOf({ owner: items.name, name: name.replace(/Id$/, '') })
        const on = Object.hasOwn(value, name)
        return (
          <div key={name}>
            <Checkbox checked={on} disabled={disabled} onChange={({ target }) => tick(name, target.checked)}>
              {label}
            </Checkbox>
            {on && (
              <One
                name={name}
                label={label}
                value={value[name]}
                stationId={stationId}
                onChange={next => onChange({ ...value, [name]: next })}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Known once the schemas of the form have come: the page is drawn before. */
const couponsField = () => bodyFields(items.name, schemaOf(items.body)!).find(({ name }) => name === 'giftCoupons')!
const shares: ReadonlySet<Offered> = new Set(['taxRate', 'giftPercent', 'frozenPercent'])

interface OneProps {
  name: Offered
  label: string
  value: unknown
  stationId: number
  onChange: (value: unknown) => void
}

function One({ name, label, value, stationId, onChange }: OneProps) {
  const given = { 'aria-label': label, onChange }
  if (name === 'priceCents' || name === 'giftCents' || name === 'frozenCents') return <Amount {...given} value={value as number} />
  if (name === 'hidden')
    return (
      <Select
        aria-label={label}
        value={value as boolean}
        onChange={next => onChange(next)}
        options={[
          { value: false, label: t('shop.isOnShelf') },
          { value: true, label: t('shop.isOffShelf') },
        ]}
      />
    )
  if (name === 'categoryId')
    return (
      <ReferenceSelect
        {...given}
        resource={categories.name}
        value={value as number}
        conditions={[equals('station.id', stationId), equals('type', 'normal')]}
      />
    )
  if (name === 'tagId')
    return <ReferenceSelect {...given} resource={tags.name} value={value as number} conditions={[equals('kind', 'hand')]} />
  if (name === 'giftCoupons') return <Control {...given} field={couponsField()} value={value} />
  if (name === 'giftCardId')
    return <ReferenceSelect {...given} resource={cards.name} value={value as number} conditions={[equals('type', 'debit')]} />
  return <NumberInput {...given} value={value as number} places={shares.has(name) ? 2 : 0} />
}
