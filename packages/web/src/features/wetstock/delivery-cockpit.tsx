import { deliveryCockpit, type DeliveryCockpit, type DeliveryJudgement } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useReadWhenTold } from '../../core/live/use-live.ts'
import { celsius, litres } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import { withGaps, type TimeFigures } from '../../kit/chart/time-figures.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Failed } from '../../kit/feedback/states.tsx'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import type { Delivery } from './delivery-form.tsx'
import './cockpit.css'

/** While it unloads it is asked again so often: what is short is to be known within two minutes of stillness. */
const liveMs = 15_000

/** What the gauge shows of an unloading, as it was read last. */
export function useCockpit(of: Pick<Delivery, 'id' | 'version' | 'status'>, visible: boolean) {
  return useQuery({
    queryKey: ['oilInfos', 'cockpit', of.id, of.version],
    enabled: visible,
    ...(of.status === 'unloading' && { refetchInterval: liveMs }),
    queryFn: ({ signal }) => call(deliveryCockpit, { id: of.id }, { signal }),
  })
}

/** 卸油看板: the level while a tanker unloads, with both dips, what was sold, and what is short or over. */
export function DeliveryCockpitPart({ of }: { of: Delivery }) {
  const { visible } = usePage()
  const { data, error, refetch } = useCockpit(of, visible)
  useReadWhenTold(['tanks'], () => visible && of.status === 'unloading' && void refetch())
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Section title={t('cockpit.title')}>
        <div className="cockpit-says" aria-live="polite">
          {data && <Verdict of={data} delivery={of} />}
        </div>
        <LevelCurve of={data} delivery={of} />
        {data && <Sides of={data} />}
      </Section>
      {!data && <HoldBelow />}
    </>
  )
}

const inLitres = (cl: number) => `${litres(cl)} ${t('kit.unitLitre')}`
export const signedLitres = (cl: number) => (cl > 0 ? `+${inLitres(cl)}` : inLitres(cl))
/** What counts: at the reference temperature where that is known. */
export const judgementOf = ({ atReference, observed }: DeliveryCockpit): DeliveryJudgement | null => atReference ?? observed

function Verdict({ of, delivery }: { of: DeliveryCockpit; delivery: Delivery }) {
  const go = useGo()
  const counts = judgementOf(of)
  if (!counts) {
    const why = of.after === null ? 'unloading' : 'noNote'
    return <p className="k-quiet">{t(why === 'unloading' ? 'cockpit.unloading' : 'cockpit.noNote')}</p>
  }
  const tone = { short: 'k-tag k-bad', over: 'k-tag k-busy', agrees: 'k-tag k-good' }[counts.verdict]
  return (
    <>
      <p className="cockpit-verdict">
        <span className={tone}>{verdictWords(counts.verdict)}</span>
        <b>{signedLitres(counts.differenceCl)}</b>
        <span>{t('cockpit.doubt', { doubt: inLitres(counts.uncertaintyCl), confidence: counts.confidence.toFixed(1) })}</span>
        {counts.verdict === 'short' && (
          <Button size="small" onClick={() => go('printDeliveryClaim', { oilInfoId: delivery.id })}>
            {t('cockpit.claim')}
          </Button>
        )}
      </p>
      {of.observed && of.atReference && (
        <p className="k-quiet">
          {t('cockpit.observed', { litres: signedLitres(of.observed.differenceCl), confidence: of.observed.confidence.toFixed(1) })}
        </p>
      )}
      {!of.atReference && <p className="k-quiet">{t('cockpit.noReference')}</p>}
    </>
  )
}

export const verdictWords = (verdict: DeliveryJudgement['verdict']): string =>
  t(verdict === 'short' ? 'cockpit.short' : verdict === 'over' ? 'cockpit.over' : 'cockpit.agrees')

/** The level by the gauge, the same with what was sold added, and the dips that were entered, each where it stands in time. */
function LevelCurve({ of, delivery }: { of: DeliveryCockpit | undefined; delivery: Delivery }) {
  return (
    <TimeChart
      title={t('cockpit.curve')}
      figures={of && figuresOf(of.readings, delivery)}
      nothing={<p className="k-quiet">{t('cockpit.noGauge')}</p>}
    />
  )
}

/** Of a gauge that was silent for longer no line says where the level was. */
const silentMs = 3_600_000

function figuresOf(readings: DeliveryCockpit['readings'], { beginTime, endTime, beforeVolumeCl, afterVolumeCl }: Delivery): TimeFigures {
  const line = (value: (reading: DeliveryCockpit['readings'][number]) => number) =>
    withGaps(
      readings.map(reading => [Date.parse(reading.at), value(reading)]),
      silentMs,
    )
  const dip = (at: string | null, volumeCl: number | null) =>
    at === null || volumeCl === null
      ? []
      : [{ ms: Date.parse(at), value: volumeCl, words: t('cockpit.dipOf', { volume: litres(volumeCl) }) }]
  const dips = [...dip(beginTime, beforeVolumeCl), ...dip(endTime, afterVolumeCl)]
  const moments = [...readings.map(({ at }) => Date.parse(at)), ...dips.map(({ ms }) => ms)]
  return {
    from: Math.min(...moments),
    until: Math.max(...moments),
    unit: t('kit.unitLitre'),
    write: litres,
    lines: [
      { name: t('cockpit.level'), moments: line(({ volumeCl }) => volumeCl) },
      { name: t('cockpit.withSold'), moments: line(({ volumeCl, soldCl }) => volumeCl + soldCl), quiet: true },
    ],
    marks: [{ name: t('cockpit.dips'), marks: readings.length > 0 ? dips : [] }],
  }
}

function Sides({ of: { before, after, soldCl, stillAt, byGauge } }: { of: DeliveryCockpit }) {
  const facts: readonly (readonly [string, string])[] = [
    [t('cockpit.before'), `${inLitres(before.volumeCl)} · ${celsius(before.temperature)}`],
    [t('cockpit.after'), after ? `${inLitres(after.volumeCl)} · ${celsius(after.temperature)}` : '—'],
    [t('oilInfos.soldCl'), inLitres(soldCl)],
    [t('cockpit.stillAt'), stillAt ? time(stillAt) : '—'],
    [t('cockpit.by'), t(byGauge ? 'cockpit.byGauge' : 'cockpit.byDips')],
  ]
  return (
    <dl className="cockpit-sides">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
