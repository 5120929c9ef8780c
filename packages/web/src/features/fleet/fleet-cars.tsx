import { cars, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../core/api.ts'
import { litres } from '../../core/money.ts'
import { equals, isNull } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { driverControl } from '../../kit/driver-select.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { RecordForm, SideForm } from '../../kit/form/forms.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { Button } from '../../kit/ui.ts'

type Car = RowOf<typeof cars>
const hoursOf = ({ usualHours }: Pick<Car, 'usualHours'>) =>
  usualHours.length === 0 ? t('cars.anyHour') : usualHours.map(({ from, until }) => `${from}–${until}`).join(' ')
const columns: readonly ColumnInput<Car>[] = [
  { path: 'plate', width: 130 },
  { path: 'fuelType', width: 100 },
  { path: 'userId', width: 130 },
  { path: 'tankCl', width: 120, cell: ({ tankCl }) => (tankCl === null ? '—' : litres(tankCl)) },
  { path: 'litresPer100Km', width: 150 },
  { path: 'usualHours', width: 160, cell: hoursOf, text: hoursOf, sort: false },
  { path: 'remark', width: 160 },
]
const filters: readonly FilterInput<Car>[] = ['plate', 'fuelType', 'user.name']
const fields = ['plate', 'fuelType', 'userId', 'tankCl', 'litresPer100Km', 'usualHours', 'remark']

/** 车辆: what the fleet drives, with its usual drivers. What was removed stays on record and is not listed. */
export function FleetCars({ fleetId }: { fleetId: number }) {
  const fixed = useMemo(() => [equals('groupId', fleetId), isNull('removedDate')], [fleetId])
  const list = useList<Car>(cars, { columns, filters, fixed, prefix: 'cars.' })
  const controls = useMemo(() => ({ userId: driverControl(fleetId) }), [fleetId])
  const mayWrite = [useMay('fleet.car.write'), useMay('fleet.employee.write')].every(Boolean)
  const [form, setForm] = useState<Car | 'new'>()
  const close = () => setForm(undefined)
  const edited = typeof form === 'object' ? form : undefined
  const remove = useRemove()
  const actions = (car: Car) => (
    <>
      <Button type="link" size="small" aria-label={t('kit.editOne', called(car))} onClick={() => setForm(car)}>
        {t('kit.edit')}
      </Button>
      <Button type="link" size="small" danger aria-label={t('cars.removeOf', { plate: car.plate })} onClick={() => void remove(car)}>
        {t('cars.remove')}
      </Button>
    </>
  )
  return (
    <>
      <ListView
        list={list}
        label={t('fleetDesk.cars')}
        embedded
        emptyHint={t('cars.none')}
        {...(mayWrite && { onNew: () => setForm('new'), newLabel: t('cars.add'), rowActions: actions })}
      />
      <SideForm title={edited ? t('kit.editOne', called(edited)) : t('cars.add')} open={form !== undefined} onClose={close}>
        {form && (
          <RecordForm
            of={cars}
            record={edited}
            fields={fields}
            controls={controls}
            defaults={{ groupId: fleetId }}
            onDone={close}
            onCancel={close}
          />
        )}
      </SideForm>
    </>
  )
}

const called = ({ plate }: Car) => ({ noun: t('cars.one'), name: plate })

function useRemove() {
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  return async ({ id, plate }: Car) => {
    const act = () => call(cars.remove, { id })
    if (!(await confirm({ text: t('cars.removeAsk', { plate }), ok: t('cars.remove'), danger: true, act }))) return
    toast.done(t('cars.removed'))
    await Promise.all(['cars', 'fleetEmployees'].map(name => cache.invalidateQueries({ queryKey: [name] })))
  }
}
