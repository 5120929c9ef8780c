import { tanks } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { optionCount } from '../../kit/reference-options.ts'
import { Select } from '../../kit/ui.ts'

type Props = Parameters<OwnControl>[0]

/** The station's tanks, each by its number and its product. */
function TankChoice({ field: _field, values: _values, change: _change, value, ...rest }: Props) {
  const query = { size: optionCount, sort: 'number', expand: ['product'] } as const
  const { data } = useQuery({
    queryKey: [tanks.name, 'choice', query],
    queryFn: ({ signal }) => call(tanks.list, { query: query as never }, { signal }),
  })
  const labelOf = ({ number, product }: NonNullable<typeof data>['content'][number]) =>
    [t('delivery.tankNo', { number }), product?.name].filter(Boolean).join(' · ')
  return (
    <Select
      {...rest}
      value={(value as number | undefined) ?? null}
      options={(data?.content ?? []).map(tank => ({ value: tank.id, label: labelOf(tank) }))}
      placeholder={t('kit.chooseOne')}
      style={{ width: '100%' }}
    />
  )
}

export const chooseTank: OwnControl = props => <TankChoice {...props} />
