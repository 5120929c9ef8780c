import { broadcast, setStationConfig, stationKeys, stations, type StationConfig } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { knowStation, session, useMay, useSession, type AtStation } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { ConfigForm, ownOf } from './config-form.tsx'

const expand = ['config', 'configDetail']

/** 油站配置: what this station sets itself, and what it has from its company. @source spec 0 §3 */
export default function StationConfigPage() {
  const id = useSession(({ atStation }) => atStation?.id)
  const may = useMay('org.stationConfig.write')
  const cache = useQueryClient()
  const { data: station, error, refetch } = useRecord(stations, id, expand)
  if (!station)
    return (
      <>
        <PageHeader />
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
      </>
    )
  const details = station.configDetail ?? {}
  const save = async (config: StationConfig) => {
    await call(setStationConfig, { id: station.id, body: { version: station.version, config } })
    await cache.invalidateQueries({ queryKey: ['stations'] })
    const known = (await call(stations.get, { id: station.id, query: { expand: ['config'] } })) as unknown as AtStation
    const { atStation } = session()
    if (atStation) knowStation({ ...known, company: atStation.company })
  }
  return (
    <>
      <PageHeader
        meta={station.name}
        actions={
          <ActButton
            of={broadcast}
            id={station.id}
            words="broadcast"
            changes={[]}
            label={t('configPage.broadcast')}
            submitLabel={t('configPage.publish')}
            done={t('configPage.published')}
            effect={() => t('configPage.broadcastHelp')}
          />
        }
      />
      <Section title={t('configPage.ofStation')}>
        <p className="k-help">{t('configPage.stationHelp')}</p>
        <ConfigForm
          label={t('configPage.ofStation')}
          keys={stationKeys}
          here="station"
          own={ownOf(details)}
          details={details}
          readOnly={!may}
          onSave={save}
        />
      </Section>
    </>
  )
}
