import { nozzleControls, type RecordNamed } from '@forecourt/contract'
import { useState } from 'react'
import { useSession } from '../../core/session.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { Money, StatusTag } from '../../kit/detail/figures.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { laterDialog } from '../../kit/later.tsx'
import { Button } from '../../kit/ui.ts'
import { DispenserRow } from './dispenser-row.tsx'
import { TankSelect } from './tank-select.tsx'

const MeterEvents = laterDialog(() => import('./meter-events.tsx'))
type Nozzle = RecordNamed<'nozzleControls'>

const columns: readonly ColumnInput<Nozzle>[] = [
  { path: 'logicNo', align: 'left' },
  { path: 'physicalNo', align: 'left' },
  'dispenserId',
  {
    path: 'tankId',
    cell: nozzle => t('forecourt.tankNo', { number: nozzle.tank?.number ?? '—' }),
    get say() {
      return { text: t('forecourt.tankNo', { number: '{tank.number}' }) }
    },
  },
  'itemId',
  {
    key: 'price',
    get title() {
      return t('forecourt.priceNow')
    },
    align: 'right',
    sort: false,
    cell: nozzle => <Money cents={nozzle.item?.priceCents} />,
  },
  {
    path: 'state',
    cell: ({ state, blockedAt }) =>
      blockedAt === null ? (
        <StatusTag of={nozzleControls.name} field="state" value={state} />
      ) : (
        <span className="k-tag k-bad">{t('nozzleControls.blocked')}</span>
      ),
  },
]
const fields = ['logicNo', 'physicalNo', 'dispenserId', 'tankId']

/** The station's nozzles on their dispensers, and as a list. */
export default function NozzlePage() {
  const station = useSession(({ atStation }) => atStation)
  const [shown, setShown] = useState<Nozzle>()
  if (!station) return null
  return (
    <>
      <CrudPage
        of={nozzleControls}
        columns={columns}
        filters={['logicNo', 'dispenserId', 'tankId']}
        emptyHint={t('forecourt.noNozzles')}
        rowActions={nozzle => (
          <Button type="link" size="small" onClick={() => setShown(nozzle)}>
            {t('meterEvents.title')}
          </Button>
        )}
        called={nozzle => t('forecourt.nozzleNo', { number: nozzle.logicNo })}
        form={{
          fields,
          defaults: { stationId: station.id },
          controls: {
            tankId: ({ id, value, onChange, disabled }) => (
              <TankSelect {...{ id, value, onChange, disabled }} where={equals('station.id', station.id)} />
            ),
          },
        }}>
        <DispenserRow stationId={station.id} />
      </CrudPage>
      {shown && <MeterEvents nozzle={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
