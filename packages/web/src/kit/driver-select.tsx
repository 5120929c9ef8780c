import { fleetEmployees } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../core/api.ts'
import { equals, isNull, searchText } from '../core/search.ts'
import { t } from '../i18n/index.ts'
import type { OwnControl } from './form/fields-form.tsx'
import { Select } from './ui.ts'

const most = 500

/** Employees of a fleet to choose from, by name and number; nobody is a choice too. */
function DriverSelect({ fleetId, value, onChange, id, onBlur, ...rest }: Parameters<OwnControl>[0] & { fleetId: number | null }) {
  const search = searchText([equals('group.id', fleetId ?? 0), isNull('leftDate')])
  const { data } = useQuery({
    queryKey: ['fleetEmployees', 'options', search],
    queryFn: ({ signal }) => call(fleetEmployees.list, { query: { page: 0, size: most, search, sort: 'name,asc' } }, { signal }),
  })
  const options = (data?.content ?? []).map(({ userId, name, mobile }) => ({ value: userId, label: `${name} ${mobile ?? ''}`.trim() }))
  return (
    <Select
      {...rest}
      id={id}
      allowClear
      value={value ?? null}
      options={options}
      placeholder={t('kit.chooseOne')}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
      onBlur={onBlur}
      onChange={chosen => onChange?.(chosen ?? null)}
    />
  )
}

export const driverControl =
  (fleetId: number | null): OwnControl =>
  props => <DriverSelect {...props} fleetId={fleetId} />
