import { releaseCauses, type RowOf } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { language, t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { useOptions } from '../../kit/reference-options.ts'
import { Select } from '../../kit/ui.ts'

const inUse = [equals('inUse', true)]
/** A cause in the reader's language. */
export const causeName = ({ nameZh, nameEn }: Pick<RowOf<typeof releaseCauses>, 'nameZh' | 'nameEn'>): string =>
  language() === 'zh' ? nameZh : nameEn

/** The causes in use, in the order that the company gave them. */
export default function CauseSelect({ value, onChange, id, disabled = false, onBlur }: ControlProps) {
  const rows = useOptions(releaseCauses.name, '', value ? [value] : [], { conditions: inUse }) as RowOf<typeof releaseCauses>[]
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(onBlur && { onBlur })}
      disabled={disabled}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      value={value ?? null}
      placeholder={t('kit.chooseOne')}
      notFoundContent={t('kit.noOption')}
      style={{ width: '100%' }}
      options={rows.map(row => ({ value: row.id, label: causeName(row) }))}
      onChange={id => onChange?.(id ?? null)}
    />
  )
}
