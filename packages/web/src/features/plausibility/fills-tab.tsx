import { fillAlerts, type RowOf } from '@forecourt/contract'
import { useMemo, useState } from 'react'
import { litres } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { Drawer } from '../../kit/ui.ts'
import { AlertDetails } from './alert-details.tsx'
import { FillSettingsPart } from './fill-settings.tsx'
import { gistOf, StatusOfAlert } from './fill-words.tsx'
import './plausibility.css'

type Alert = RowOf<typeof fillAlerts>
const columns: readonly ColumnInput<Alert>[] = [
  { path: 'soldAt', width: 170 },
  { path: 'rule', width: 170 },
  { key: 'gist', title: t('fills.gist'), cell: gistOf, text: gistOf, width: 300 },
  { path: 'status', width: 110, cell: alert => <StatusOfAlert status={alert.status} /> },
  { path: 'plate', width: 120 },
  { path: 'driver', width: 120 },
  { path: 'stationName', width: 150 },
  { path: 'volumeCl', width: 110, cell: ({ volumeCl }) => litres(volumeCl) },
  { path: 'cardNumber', width: 180, hidden: true },
  { path: 'odometerKm', width: 110, hidden: true },
  { path: 'answer', width: 220, hidden: true },
  { path: 'answeredDate', width: 170, hidden: true },
  { path: 'orderId', width: 180, hidden: true },
]
const filters: readonly FilterInput<Alert>[] = ['soldAt', 'rule', 'status', 'plate', 'cardNumber', 'driver']

/** 可疑加油: the alerts of a fleet, each with its reckoning, and the rules by which there are any. */
export default function FillsTab({ groupId }: { groupId: number }) {
  const fixed = useMemo(() => [equals('group.id', groupId)], [groupId])
  const list = useList<Alert>(fillAlerts, { columns, filters, fixed, prefix: 'fills.' })
  const [shown, setShown] = useState<{ id: number; open: boolean }>()
  return (
    <>
      <Section title={t('fills.alerts')}>
        <ListView
          list={list}
          label={t('fills.alerts')}
          embedded
          emptyHint={t('fills.none')}
          onOpen={({ id }) => setShown({ id, open: true })}
        />
      </Section>
      <FillSettingsPart groupId={groupId} />
      <Drawer
        title={t('fills.one')}
        open={shown?.open ?? false}
        onClose={() => setShown(last => last && { ...last, open: false })}
        size="min(720px, 100vw)"
        destroyOnHidden>
        {shown && <AlertDetails id={shown.id} onShow={id => setShown({ id, open: true })} />}
      </Drawer>
    </>
  )
}
