import { products, tankAlarmContacts, tanks, type RecordNamed } from '@forecourt/contract'
import { useState } from 'react'
import { count, litres } from '../../core/money.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { Time } from '../../kit/detail/figures.tsx'
import { valueAt } from '../../kit/field.ts'
import { DialogButton } from '../../kit/form/dialog-button.tsx'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { laterDialog } from '../../kit/later.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { Button } from '../../kit/ui.ts'
import { FuelName } from './fuel-name.tsx'
import { OpenAlarms } from './tank-alarms.tsx'
import { TankDetails } from './tank-details.tsx'
import { TankYard } from './tank-yard.tsx'

type Tank = RecordNamed<'tanks'>
const AlarmContacts = laterDialog(() => import('./alarm-contacts.tsx'))
const ConvertDialog = laterDialog(() => import('./convert-dialog.tsx'))

/** Of a tank that was never measured nothing is known: its zeros are not shown as figures. */
const measured = (tank: Tank, of: 'volumeCl' | 'oilHeightMm' | 'waterHeightMm'): number | null =>
  tank.measuredAt === null ? null : tank[of]
const millimetres = (path: 'oilHeightMm' | 'waterHeightMm') =>
  ({ path, cell: (tank: Tank) => count(measured(tank, path)), text: (tank: Tank) => count(measured(tank, path)) }) as const

const columns: readonly ColumnInput<Tank>[] = [
  { path: 'number', align: 'left' },
  { path: 'productId', cell: tank => <FuelName fuel={tank.product} /> },
  { path: 'volumeCl', cell: tank => litres(measured(tank, 'volumeCl')), text: tank => litres(measured(tank, 'volumeCl')) },
  'maxVolumeCl',
  millimetres('oilHeightMm'),
  millimetres('waterHeightMm'),
  {
    path: 'temperature',
    cell: tank => (tank.temperature === null ? <span className="k-dash">—</span> : tank.temperature.toFixed(1)),
  },
  { path: 'measuredAt', cell: tank => <Time at={tank.measuredAt} precision="minute" /> },
  { path: 'manifold', hidden: true },
  { path: 'description', hidden: true },
]
const fields = ['number', 'productId', 'maxVolumeCl', 'volumeCl', 'oilHeightMm', 'waterHeightMm', 'temperature', 'manifold', 'description']

/** A fuel to choose is called by its name and, where it has one, its description. @source spec 1 §3 "Product" */
const chooseFuel = ({ id, value, onChange, disabled }: ControlProps) => (
  <ReferenceSelect
    {...{ id, value, onChange, disabled }}
    resource={products.name}
    label={row => [valueAt(row, 'name'), valueAt(row, 'description')].filter(Boolean).join(' · ')}
  />
)

/** The station's tanks, drawn and listed, with their alarms; of each its readings and its chart. */
export default function TankPage() {
  const station = useSession(({ atStation }) => atStation)
  const mayCall = useMay(`${tankAlarmContacts.permission}.read`)
  const [shown, setShown] = useState<Tank>()
  const [calling, setCalling] = useState(false)
  if (!station) return null
  return (
    <>
      <CrudPage
        of={tanks}
        columns={columns}
        filters={['productId']}
        tools={
          <>
            {mayCall && <Button onClick={() => setCalling(true)}>{t('tankAlarmContacts.title')}</Button>}
            <DialogButton label={t('forecourt.convert')}>{dialog => <ConvertDialog {...dialog} />}</DialogButton>
          </>
        }
        emptyHint={t('forecourt.noTanks')}
        called={tank => t('forecourt.tankNo', { number: tank.number })}
        rowActions={tank => (
          <Button type="link" size="small" onClick={() => setShown(tank)}>
            {t('forecourt.tankDetails')}
          </Button>
        )}
        form={{ fields, defaults: { stationId: station.id }, controls: { productId: chooseFuel } }}>
        <OpenAlarms stationId={station.id} />
        <TankYard stationId={station.id} />
      </CrudPage>
      {calling && <AlarmContacts stationId={station.id} onClose={() => setCalling(false)} />}
      <TankDetails tank={shown} onClose={() => setShown(undefined)} />
    </>
  )
}
