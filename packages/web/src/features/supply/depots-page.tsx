import { depots, type RowOf } from '@forecourt/contract'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { depotControls } from './depot-form.tsx'
import { EndAct } from './end-act.tsx'
import { TransferAct } from './transfer-act.tsx'
import './supply.css'

type Depot = RowOf<typeof depots>

const fuelsOf = ({ fuelNames }: Depot) => fuelNames ?? '—'
const columns: readonly ColumnInput<Depot>[] = [
  'name',
  { key: 'fuelNames', title: t('depots.fuelNames'), width: 220, cell: fuelsOf, text: fuelsOf, file: 'fuelNames' },
  'province',
  'city',
  'area',
  'endedDate',
  { path: 'address', hidden: true },
  { path: 'divisionCode', hidden: true },
  { path: 'divisionYear', hidden: true },
  { path: 'createdDate', hidden: true },
]

/** 油库管理: where fuel lies by the ton before it goes to stations. */
export default function DepotsPage() {
  const mayMove = useMay('supply.depot.transfer')
  return (
    <CrudPage<Depot>
      of={depots}
      columns={columns}
      filters={['name', 'province', 'city', 'area', 'address', 'endedDate']}
      periodBar={false}
      form={{ controls: depotControls }}
      rowActions={row => (
        <>
          {mayMove && row.endedDate === null && <TransferAct depot={row} inRow />}
          <EndAct of="depots" record={row} name={row.name} />
        </>
      )}
      emptyHint={t('supply.noDepots')}
    />
  )
}
