import { foundDeliveries, foundDeliveryCalls, oilInfos, type RowOf } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useReadWhenTold } from '../../core/live/use-live.ts'
import { litres } from '../../core/money.ts'
import { equals, searchText } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { valueAt } from '../../kit/field.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { Drill, pathTo } from '../../kit/links.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { Button } from '../../kit/ui.ts'

type Found = RowOf<typeof foundDeliveries>
/** So many are worked through at once; the rest come up as these go. */
const shownMost = 20

/** 待处理: what the gauges show and nobody has recorded, and what was recorded and no gauge shows; each with what can be done about it. */
export function FoundQueue({ stationId }: { stationId: number }) {
  const { visible } = usePage()
  const search = searchText([equals('station.id', stationId), equals('state', 'open')])
  const { data, error, refetch } = useQuery({
    queryKey: [foundDeliveries.name, 'open', stationId],
    enabled: visible,
    refetchInterval: 60_000,
    queryFn: ({ signal }) =>
      call(foundDeliveries.list, { query: { size: shownMost, search, expand: ['tank', 'product', 'oilInfo'] } }, { signal }),
  })
  useReadWhenTold(['tanks', 'deliveries'], () => visible && void refetch())
  if (!data) return error ? null : <HoldBelow />
  if (data.content.length === 0) return null
  return (
    <section className="found-queue" aria-labelledby="found-queue-head">
      <h2 id="found-queue-head">{t('found.open', { count: data.totalElements })}</h2>
      <ul>
        {data.content.map(found => (
          <li key={found.id}>
            <Says found={found} />
            <span className="found-acts">
              <Acts found={found} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const inLitres = (cl: number | null) => `${litres(cl)} ${t('kit.unitLitre')}`

function Says({ found }: { found: Found }) {
  const { kind, tank, product, beginTime, endTime, litresCl, uncertaintyCl, soldCl, soldKnown, oilInfo, oilInfoId } = found
  const where = [t('delivery.tankNo', { number: tank?.number ?? '' }), product?.name].filter(Boolean).join(' · ')
  return (
    <span className="found-says">
      <span className={kind === 'rise' ? 'k-tag k-busy' : 'k-tag k-bad'}>{t(kind === 'rise' ? 'found.rise' : 'found.intake')}</span>
      <b>{where}</b>
      <span>
        {time(beginTime)} – {time(endTime)}
      </span>
      {kind === 'rise' ? (
        <span>
          {t('found.litres', { litres: inLitres(litresCl), doubt: inLitres(uncertaintyCl) })}{' '}
          <span className="k-quiet">{t(soldKnown ? 'found.soldKnown' : 'found.soldEstimated', { litres: inLitres(soldCl) })}</span>
        </span>
      ) : (
        <Drill to={pathTo(oilInfos.name, oilInfoId)}>{oilInfo?.docNo || t('delivery.withoutNote')}</Drill>
      )}
    </span>
  )
}

const changes = [foundDeliveries.name, 'auditLogs']
const small = { type: 'link', size: 'small' } as const

function Acts({ found: { id, kind, tankId, tank } }: { found: Found }) {
  const go = useGo()
  const mayWrite = useMay('oilInfo.write')
  if (!mayWrite) return null
  const number = tank?.number ?? ''
  // Each is called by its tank, so that one hears which of them it is about.
  const named = (act: string) => ({ 'aria-label': `${act} · ${t('delivery.tankNo', { number })}` })
  const chooseIntake = ({ id: field, value, onChange, disabled }: ControlProps) => (
    <ReferenceSelect
      {...{ id: field, value, onChange, disabled }}
      resource={oilInfos.name}
      conditions={[equals('tank.id', tankId)]}
      label={row => [valueAt(row, 'docNo') || t('delivery.withoutNote'), time(String(valueAt(row, 'beginTime')))].join(' · ')}
    />
  )
  return (
    <>
      {kind === 'rise' && (
        <>
          <Button {...small} {...named(t('found.record'))} onClick={() => go('addOilInfo', {}, { found: id })}>
            {t('found.record')}
          </Button>
          <ActButton
            of={foundDeliveryCalls.match}
            id={id}
            words={foundDeliveries.name}
            fields={['oilInfoId']}
            controls={{ oilInfoId: chooseIntake }}
            changes={changes}
            label={t('found.match')}
            title={t('found.matchOf', { number })}
            done={t('found.matched')}
            button={small}
          />
        </>
      )}
      <ActButton
        of={foundDeliveryCalls.dismiss}
        id={id}
        words={foundDeliveries.name}
        fields={['reason']}
        changes={changes}
        label={t('found.dismiss')}
        title={t('found.dismissOf', { number })}
        done={t('found.dismissed')}
        button={small}
      />
    </>
  )
}
