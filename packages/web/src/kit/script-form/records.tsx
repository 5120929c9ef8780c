import { PayType, type recordTypes } from '@forecourt/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { equals, type Term } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../label.ts'
import { productsOfMoney } from '../product-select.tsx'
import { ReferenceSelect, ReferencesSelect } from '../reference.tsx'
import type { ScriptControlProps } from './control-props.ts'

export type RecordType = (typeof recordTypes)[number]
type Source = { resource: string; conditions: readonly Term[] }

const onShelf = equals('hidden', false)

/** Where each type's records are listed, as of when the form was opened. @source spec 1 §7 "Option lists" */
const sources: Record<RecordType, () => Source> = {
  fuel: () => ({ resource: 'items', conditions: [equals('category.type', 'fuel'), onShelf] }),
  item: () => ({ resource: 'items', conditions: [equals('category.type', 'normal'), onShelf] }),
  category: () => ({ resource: 'categories', conditions: [onShelf] }),
  product: () => ({ resource: 'products', conditions: [] }),
  card: () => ({ resource: 'cards', conditions: productsOfMoney() }),
  tag: () => ({ resource: 'tags', conditions: [] }),
  group: () => ({ resource: 'groups', conditions: [] }),
  deal: () => ({ resource: 'deals', conditions: [] }),
}

type Props = Omit<ScriptControlProps, 'field'> & { multiple: boolean }

/** Records by their names, found by what is typed. */
export function RecordsSelect({ type, multiple, value, onChange, ...rest }: Props & { type: RecordType }) {
  const [{ resource, conditions }] = useState(sources[type])
  const shared = { ...rest, resource, conditions, placeholder: t('kit.chooseOne') }
  return multiple ? (
    <ReferencesSelect {...shared} value={value ?? []} onChange={ids => onChange(ids)} />
  ) : (
    <ReferenceSelect {...shared} value={value} onChange={id => onChange(id)} />
  )
}

/** Ways of payment, by the names that people know them under. */
export function PayTypeSelect({ multiple, value, onChange, ...rest }: Props) {
  return (
    <Select
      {...rest}
      {...(multiple && { mode: 'multiple' as const })}
      value={value ?? (multiple ? [] : null)}
      options={PayType.options.map(type => ({ value: type, label: choiceLabel('orders', 'payType', type) }))}
      allowClear
      placeholder={t('kit.chooseOne')}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
      onChange={picked => onChange(picked ?? undefined)}
    />
  )
}
