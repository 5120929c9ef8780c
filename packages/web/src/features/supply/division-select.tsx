import { areaList } from '@vant/area-data'
import { t } from '../../i18n/index.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { Select } from '../../kit/ui.ts'

type Names = Readonly<Record<string, string>>
interface Option {
  readonly value: string
  readonly label: string
}
type Props = Parameters<OwnControl>[0]

const { province_list: provinces, city_list: cities, county_list: areas } = areaList

/** Province, city and area of the official table, each narrowed by the one before; what is kept is the code of the last that was chosen. */
export default function DivisionSelect({ value, onChange, disabled, onBlur, values, id }: Props) {
  const code = typeof value === 'string' ? value : ''
  const [province, city] = [code && `${code.slice(0, 2)}0000`, code && !code.endsWith('0000') ? `${code.slice(0, 4)}00` : '']
  const area = code && !code.endsWith('00') ? code : ''
  const under = (names: Names, beginning: string) =>
    Object.entries(names).flatMap(([key, label]) => (key.startsWith(beginning) ? [{ value: key, label }] : []))
  // A code that is no longer in the table is called as it was when it was entered.
  const shown = (options: readonly Option[], key: string, field: string) => ({
    value: key || null,
    options:
      key && !options.some(({ value: known }) => known === key)
        ? [{ value: key, label: String(values[field] || key) }, ...options]
        : [...options],
  })
  const common = { disabled: disabled ?? false, allowClear: true, showSearch: { optionFilterProp: 'label' }, style: { width: '100%' } }
  const choose = (chosen: unknown, otherwise: string | null) => onChange?.(typeof chosen === 'string' ? chosen : otherwise)
  return (
    <div className="k-group supply-division">
      <Select
        {...common}
        {...(id && { id })}
        {...(onBlur && { onBlur })}
        {...shown(under(provinces, ''), province, 'province')}
        aria-label={t('depots.province')}
        placeholder={t('depots.province')}
        onChange={chosen => choose(chosen, null)}
      />
      <Select
        {...common}
        {...shown(province ? under(cities, province.slice(0, 2)) : [], city, 'city')}
        disabled={common.disabled || province === ''}
        aria-label={t('depots.city')}
        placeholder={t('depots.city')}
        onChange={chosen => choose(chosen, province || null)}
      />
      <Select
        {...common}
        {...shown(city ? under(areas, city.slice(0, 4)) : [], area, 'area')}
        disabled={common.disabled || city === ''}
        aria-label={t('depots.area')}
        placeholder={t('depots.area')}
        onChange={chosen => choose(chosen, city || null)}
      />
    </div>
  )
}
