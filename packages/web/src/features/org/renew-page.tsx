import { renewals, stationServices, type Resource, type RecordNamed } from '@forecourt/contract'
import { useState } from 'react'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActForm, SideForm } from '../../kit/form/forms.tsx'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { StatusTag } from '../../kit/detail/figures.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { States } from './my-station-page.tsx'
import { ServiceEnd } from './service-end.tsx'

type Service = RecordNamed<'stationServices'>

const of = stationServices as unknown as Resource<Service>
const columns: readonly ColumnInput<Service>[] = [
  { path: 'name', width: 150 },
  'code',
  'companyId',
  { path: 'endTime', width: 220, cell: row => <ServiceEnd until={row.endTime} notifyDays={row.notifyDays} /> },
  { path: 'expiry', cell: row => <StatusTag of="stationServices" field="expiry" value={row.expiry} /> },
  { path: 'opened', width: 260, title: t('stationPage.state'), cell: row => <States service={row} /> },
  'expireTime',
  'renewedDate',
  { path: 'address', hidden: true },
  { path: 'contact', hidden: true },
  { path: 'phone', hidden: true },
  { path: 'createdDate', hidden: true },
]
const filters: readonly FilterInput<Service>[] = ['name', 'code', 'expiry', 'endTime', 'opened', 'authorized', 'configured']
const history = ['createdDate', 'beforeTime', 'endTime', 'expireTime', 'createdById', 'remark'] as const

/** 续费管理: stations by the end of their service; those that are due come first. @source spec 1 §3 */
export default function RenewPage() {
  const page = usePage()
  const may = useMay('org.renewal.write')
  const list = useList(of, { columns, filters })
  const [chosen, setChosen] = useState<Service>()
  return (
    <>
      <ListView
        list={list}
        label={page.title}
        onOpen={setChosen}
        {...(may && {
          rowActions: (row: Service) => (
            <Button type="link" size="small" onClick={() => setChosen(row)}>
              {t('stationPage.renew')}
            </Button>
          ),
        })}
      />
      <SideForm
        title={t('stationPage.renewOf', { name: chosen?.name ?? '' })}
        open={chosen !== undefined}
        width={620}
        onClose={() => setChosen(undefined)}>
        {chosen && <Renewal station={chosen} may={may} onDone={() => setChosen(undefined)} />}
      </SideForm>
    </>
  )
}

/** A year more than there was, or than there is from today. */
function nextEnd(endTime: string | null): string {
  const now = Temporal.Now.instant()
  const from = endTime && Temporal.Instant.compare(endTime, now) > 0 ? Temporal.Instant.from(endTime) : now
  return from.toZonedDateTimeISO('UTC').add({ years: 1 }).toInstant().round('second').toString()
}

function Renewal({ station, may, onDone }: { station: Service; may: boolean; onDone: () => void }) {
  return (
    <>
      {may && (
        <ActForm
          of={renewals.create}
          words="renewals"
          fields={['endTime', 'graceDays', 'remark']}
          defaults={{ stationId: station.id, fromTime: station.endTime, endTime: nextEnd(station.endTime), graceDays: 0 }}
          changes={['stationServices', 'stations', 'renewals']}
          submitLabel={t('stationPage.renew')}
          done={t('stationPage.renewed')}
          onDone={onDone}
          onCancel={onDone}
        />
      )}
      <Section title={t('stationPage.history')}>
        <Related of={renewals} title={t('stationPage.history')} where={[equals('station.id', station.id)]} columns={history} />
      </Section>
    </>
  )
}
