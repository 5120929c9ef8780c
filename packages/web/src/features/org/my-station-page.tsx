import { setStationProfile, stations, stationServices, type Resource, type RecordNamed } from '@forecourt/contract'
import { useState } from 'react'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActForm, SideForm } from '../../kit/form/forms.tsx'
import { Descriptions, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { valueAt } from '../../kit/field.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { StoredPicture } from '../../kit/picture/stored-picture.tsx'
import { Button } from '../../kit/ui.ts'
import { placeControls } from './place-controls.tsx'
import { ServiceEnd } from './service-end.tsx'
import { wordsOf } from './setting-form.ts'
import { StationMap, written, type Spot } from './station-map.tsx'

type Station = RecordNamed<'stations'>
type Standing = RecordNamed<'stationServices'>

const expand = ['company', 'configDetail.package']
const facts: readonly Fact<Station>[] = [
  'code',
  'name',
  'companyId',
  'address',
  'contact',
  'phone',
  'macAddress',
  'country',
  'timeZone',
  'enableShiftSettle',
  'unionCardStationId',
  'createdDate',
  'description',
]
/** What a station master changes, in the usual order. */
const fields = ['address', 'longitude', 'latitude', 'contact', 'phone', 'macAddress', 'pictureId', 'description']

/** 我的油站: the station that is chosen, and what its master keeps of it. @source spec 0 §2 */
export default function MyStationPage() {
  const id = useSession(({ atStation }) => atStation?.id)
  const { data: station, error, refetch } = useRecord(stations, id, expand)
  const service = useRecord(stationServices as unknown as Resource<Standing>, id)
  const may = useMay('org.stationProfile.write')
  const [editing, setEditing] = useState(false)
  // The service stands above the place: with it known, nothing moves.
  if (!station || service.isLoading)
    return (
      <>
        <PageHeader />
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
      </>
    )
  return (
    <>
      <PageHeader
        meta={station.name}
        actions={
          may && (
            <Button type="primary" onClick={() => setEditing(true)}>
              {t('kit.edit')}
            </Button>
          )
        }
      />
      <Section title={t('stationPage.facts')}>
        <Descriptions of={stations} row={station} facts={facts} />
      </Section>
      {service.data && <Service station={station} service={service.data} />}
      <div className="org-two">
        <Section title={t('stationPage.place')}>
          <Place station={station} />
        </Section>
        <Section title={t('stations.picture')}>
          <StationPicture station={station} />
        </Section>
      </div>
      <SideForm title={t('stationPage.editOwn')} open={editing} onClose={() => setEditing(false)}>
        <ActForm
          key={station.version}
          of={setStationProfile}
          id={station.id}
          version={station.version}
          words="stations"
          fields={fields}
          controls={placeControls}
          defaults={Object.fromEntries([...fields, 'version'].map(field => [field, valueAt(station, field)]))}
          done={t('kit.saved')}
          onDone={() => setEditing(false)}
          onCancel={() => setEditing(false)}
        />
      </SideForm>
    </>
  )
}

const StationPicture = ({ station: { pictureId, name } }: { station: Station }) =>
  pictureId ? (
    <StoredPicture
      id={pictureId}
      alt={name}
      className="org-picture"
      fallback={<p className="org-picture k-quiet">{t('kit.pictureMissing')}</p>}
    />
  ) : (
    <p className="k-quiet">{t('stationPage.noPicture')}</p>
  )

function Place({ station }: { station: Station }) {
  if (station.longitude === null || station.latitude === null) return <p className="k-quiet">{t('stationPage.noPlace')}</p>
  return (
    <>
      <span>{written(station as unknown as Spot)}</span>
      <StationMap value={{ longitude: station.longitude, latitude: station.latitude }} own={station.id} />
    </>
  )
}

/** How it stands with its service, and what was bought. */
function Service({ station, service }: { station: Station; service: Standing }) {
  const bought = station.configDetail?.package
  return (
    <Section title={t('stationPage.service')}>
      <dl className="k-facts">
        <div>
          <dt>{t('stations.endTime')}</dt>
          <dd>
            <ServiceEnd until={service.endTime} notifyDays={service.notifyDays} />
          </dd>
        </div>
        <div>
          <dt>{t('stationPage.state')}</dt>
          <dd>
            <States service={service} />
          </dd>
        </div>
        <div>
          <dt>{t('setting.package')}</dt>
          <dd>{bought && wordsOf('package', bought.value)}</dd>
        </div>
      </dl>
    </Section>
  )
}

/** Opened, expired, authorized, configured: each said with its opposite. @source spec 1 §4 "Service status" */
export function States({ service }: { service: Pick<Standing, 'opened' | 'authorized' | 'configured'> }) {
  return (
    <span className="org-states">
      {(['opened', 'authorized', 'configured'] as const).map(state => (
        <span key={state} className={`k-tag k-${service[state] ? 'good' : 'off'}`}>
          {t(`serviceState.${state}_${service[state] ? 'yes' : 'no'}`)}
        </span>
      ))}
    </span>
  )
}
