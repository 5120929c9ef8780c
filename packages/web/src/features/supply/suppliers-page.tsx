import { isPlate, isTaxNumber, suppliers, trucks, type RowOf } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { litres } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import type { Values } from '../../kit/form/values.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { Alert, Tabs } from '../../kit/ui.ts'
import { EndAct } from './end-act.tsx'

type Supplier = RowOf<typeof suppliers>
type Truck = RowOf<typeof trucks>

/** 供应商管理: whom the company buys from and who carries its fuel, and with which trucks. */
export default function SuppliersPage() {
  const { search, setSearch } = usePage()
  const seesTrucks = useMay('supply.truck.read')
  const tab = seesTrucks && search['tab'] === 'trucks' ? 'trucks' : 'suppliers'
  const bar = seesTrucks && (
    <Tabs
      className="k-parts"
      activeKey={tab}
      onChange={next => setSearch({ tab: next === 'trucks' ? next : undefined })}
      items={(['suppliers', 'trucks'] as const).map(key => ({ key, label: t(`supply.tab_${key}`) }))}
    />
  )
  return tab === 'trucks' ? <Trucks key={tab}>{bar}</Trucks> : <Suppliers key={tab}>{bar}</Suppliers>
}

const supplierColumns: readonly ColumnInput<Supplier>[] = [
  { path: 'name', width: 260 },
  'sellsFuel',
  'carries',
  'sellsGoods',
  'contact',
  'phone',
  'endedDate',
  { path: 'taxId', width: 190, hidden: true },
  { path: 'address', hidden: true },
  { path: 'remark', hidden: true },
  { path: 'createdDate', hidden: true },
]

/** A number that fails its check is kept all the same. */
const taxDoubt = ({ taxId }: Values) =>
  typeof taxId === 'string' && taxId.trim() !== '' && !isTaxNumber(taxId.trim().toUpperCase()) ? (
    <Alert type="warning" showIcon title={t('supply.taxIdDoubt')} />
  ) : null

const Suppliers = ({ children }: { children: ReactNode }) => (
  <CrudPage<Supplier>
    of={suppliers}
    columns={supplierColumns}
    filters={['name', 'contact', 'phone', 'taxId', 'sellsFuel', 'carries', 'sellsGoods', 'endedDate']}
    periodBar={false}
    form={{ effect: taxDoubt }}
    rowActions={row => <EndAct of="suppliers" record={row} name={row.name} />}
    emptyHint={t('supply.noSuppliers')}>
    {children}
  </CrudPage>
)

const inLitres = ({ compartments }: Truck) => compartments.map(({ volumeCl }) => litres(volumeCl)).join(' + ')
const truckColumns: readonly ColumnInput<Truck>[] = [
  { path: 'plate', width: 130 },
  'carrierId',
  { key: 'compartmentLitres', title: t('trucks.compartmentLitres'), width: 240, cell: inLitres, text: inLitres, file: 'compartmentLitres' },
  'volumeCl',
  'calibratedUntil',
  'endedDate',
  { path: 'createdDate', hidden: true },
]

const plateDoubt = ({ plate }: Values) =>
  typeof plate === 'string' && plate.trim() !== '' && !isPlate(plate.trim().toUpperCase()) ? (
    <Alert type="warning" showIcon title={t('supply.plateDoubt')} />
  ) : null

const ofCarriers = [equals('carries', true), 'endedDate:null']
const chooseCarrier: OwnControl = ({ field: _field, values: _values, change: _change, onChange, ...rest }) => (
  <ReferenceSelect {...rest} resource="suppliers" conditions={ofCarriers} onChange={id => onChange?.(id)} />
)

const Trucks = ({ children }: { children: ReactNode }) => (
  <CrudPage<Truck>
    of={trucks}
    columns={truckColumns}
    filters={['plate', 'carrierId', 'calibratedUntil', 'endedDate']}
    periodBar={false}
    form={{ effect: plateDoubt, controls: { carrierId: chooseCarrier }, defaults: { compartments: [{}] } }}
    called={({ plate }) => plate}
    rowActions={row => <EndAct of="trucks" record={row} name={row.plate} />}
    emptyHint={t('supply.noTrucks')}>
    {children}
  </CrudPage>
)
