import { tanks } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import type { Term } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { optionCount } from '../../kit/reference-options.ts'
import { Select } from '../../kit/ui.ts'
import { FuelName } from './fuel-name.tsx'

/** A tank by its number and what lies in it. */
export function TankSelect({ where, value, onChange, ...rest }: Omit<ControlProps, 'field'> & { where: Term }) {
  const { data } = useQuery({
    queryKey: [tanks.name, 'select', where],
    queryFn: ({ signal }) => call(tanks.list, { query: { size: optionCount, search: where, expand: 'product' } }, { signal }),
  })
  const options = (data?.content ?? []).map(tank => ({
    value: tank.id,
    label: t('forecourt.tankNo', { number: tank.number }),
    fuel: tank['product'],
  }))
  return (
    <Select
      {...rest}
      value={value ?? null}
      options={options}
      onChange={onChange}
      placeholder={t('kit.chooseOne')}
      style={{ width: '100%' }}
      optionRender={({ data: { label, fuel } }) => (
        <span className="fc-option">
          {label} <FuelName fuel={fuel} />
        </span>
      )}
    />
  )
}
