import type { LossEvidence, LossLine, Losses } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { count, litres, money, unknown } from '../../core/money.ts'
import { fromTo, time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { PageLink } from '../../kit/page/page-link.tsx'

const figure = (value: number | null, text: string) => <span className={value !== null && value < 0 ? 'k-bad' : undefined}>{text}</span>
const volume = (cl: number | null) => figure(cl, litres(cl))
const nameOf = ({ cause, nozzle }: Pick<LossLine, 'cause' | 'nozzle'>) =>
  nozzle === null ? t(`losses.cause_${cause}`) : t('losses.ofNozzle', { cause: t(`losses.cause_${cause}`), number: nozzle })

/** The causes of the whole time with their money, how sure each is, and the rows that show it; at the end what none of them explains. */
export function LossFindings({ of }: { of: Losses }) {
  const { causes, unexplainedCl, unexplainedCents, varianceCl, varianceCents } = of
  return (
    <>
      <Scrolled label={t('losses.title')}>
        <thead>
          <tr>
            <th scope="col">{t('losses.cause')}</th>
            <Head unit={t('kit.unitLitre')}>{t('losses.volume')}</Head>
            <Head unit={t('kit.unitMoney')}>{t('losses.money')}</Head>
            <Head unit="%">{t('losses.confidence')}</Head>
            <th scope="col">{t('losses.evidence')}</th>
          </tr>
        </thead>
        <tbody>
          {causes.map(line => (
            <tr key={`${line.cause} ${line.nozzleControlId}`}>
              <th scope="row">{nameOf(line)}</th>
              <td className="k-end">
                {volume(line.volumeCl)}
                {line.uncertaintyCl !== null && <small>{` ± ${litres(line.uncertaintyCl)}`}</small>}
              </td>
              <td className="k-end">{figure(line.amountCents, money(line.amountCents))}</td>
              <td className="k-end">{line.confidence === 100 ? t('losses.exact') : line.confidence.toFixed(1)}</td>
              <td>
                <Rows of={line} tanks={of.tankIds} />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('losses.unexplained')}</th>
            <td className="k-end">{volume(unexplainedCl)}</td>
            <td className="k-end">{figure(unexplainedCents, money(unexplainedCents))}</td>
            <td className="k-end">{unknown}</td>
            <td />
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('losses.variance')}</th>
            <td className="k-end">{volume(varianceCl)}</td>
            <td className="k-end">{figure(varianceCents, money(varianceCents))}</td>
            <td />
            <td />
          </tr>
        </tfoot>
      </Scrolled>
      <Notes of={of} />
    </>
  )
}

/** By what it was reached, and what is not known. */
function Notes({ of: { varianceCl, temperatureKnown, hours, noiseCl, studiedFrom, studiedUntil, atOnce } }: { of: Losses }) {
  const span = fromTo(time(studiedFrom, 'minute'), time(studiedUntil, 'minute'))
  return (
    <div className="rc-said">
      {varianceCl === null && <p className="k-bad">{t('losses.notMeasured')}</p>}
      {atOnce.map(({ from, until, volumeCl }) => (
        <p key={from}>
          {t(volumeCl < 0 ? 'losses.wentAtOnce' : 'losses.cameAtOnce', {
            volume: litres(Math.abs(volumeCl)),
            span: fromTo(time(from, 'minute'), time(until, 'minute')),
          })}
        </p>
      ))}
      <p className="k-quiet">
        {noiseCl === null ? t('losses.noReadings') : t('losses.studied', { span, hours: count(hours), noise: litres(noiseCl) })}{' '}
        {!temperatureKnown && t('losses.noTemperature')} {t('losses.priced')}
      </p>
    </div>
  )
}

type Shift = Losses['shifts'][number]
/** Shift by shift, a column for each cause. */
export function LossShifts({ of }: { of: readonly Shift[] }) {
  const columns = [...new Map(of.flatMap(({ causes }) => causes).map(line => [nameOf(line), line] as const)).entries()]
  const same = (line: LossPlace) => (one: LossPlace) => one.cause === line.cause && one.nozzleControlId === line.nozzleControlId
  return (
    <Scrolled label={t('losses.byShift')}>
      <thead>
        <tr>
          <th scope="col">{t('losses.shift')}</th>
          {columns.map(([name]) => (
            <Head key={name} unit={t('kit.unitLitre')}>
              {name}
            </Head>
          ))}
          <Head unit={t('kit.unitLitre')}>{t('losses.unexplained')}</Head>
          <Head unit={t('kit.unitLitre')}>{t('losses.variance')}</Head>
        </tr>
      </thead>
      <tbody>
        {of.map(({ classSettleId, businessDay, shiftNumber, causes, unexplainedCl, varianceCl }) => (
          <tr key={classSettleId}>
            <th scope="row">
              <PageLink page="classSettleDetails" params={{ classSettleId }} className="k-link">
                {`${businessDay} · ${shiftNumber}`}
              </PageLink>
            </th>
            {columns.map(([name, line]) => (
              <td key={name} className="k-end">
                {volume(causes.find(same(line))?.volumeCl ?? 0)}
              </td>
            ))}
            <td className="k-end">{volume(unexplainedCl)}</td>
            <td className="k-end">{volume(varianceCl)}</td>
          </tr>
        ))}
      </tbody>
    </Scrolled>
  )
}
type LossPlace = Pick<LossLine, 'cause' | 'nozzleControlId'>

const Head = ({ unit, children }: { unit: string; children: ReactNode }) => (
  <th scope="col" className="k-end">
    {t('kit.titled', { label: String(children), unit })}
  </th>
)
const Scrolled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="k-chart-table loss-table" role="region" aria-label={label} tabIndex={0}>
    <table>{children}</table>
  </div>
)

function Rows({ of: { evidence, count: all, nozzleControlId }, tanks }: { of: LossLine; tanks: readonly number[] }) {
  return (
    <span className="loss-rows">
      {evidence.map(row => (
        <Evidence key={`${row.of} ${row.id}`} of={row} tank={tanks[0]!} nozzle={nozzleControlId} />
      ))}
      {all > evidence.length && <small>{t('losses.more', { count: all - evidence.length })}</small>}
    </span>
  )
}

interface EvidenceProps {
  of: LossEvidence
  tank: number
  nozzle: number | null
}
/** A row opens where it is shown. */
function Evidence({ of: { of, id, label, at, volumeCl }, tank, nozzle }: EvidenceProps) {
  const when = at === null ? '' : time(at, 'minute')
  const words = t(`losses.row_${of}`, { label: label || when, time: when, volume: litres(volumeCl) })
  const props = { className: 'k-link', children: words }
  if (of === 'orders') return <PageLink page="allDetails" params={{ orderId: id }} {...props} />
  if (of === 'oilInfos') return <PageLink page="oilInfoDetails" params={{ oilInfoId: id }} {...props} />
  if (of === 'classSettles') return <PageLink page="classSettleDetails" params={{ classSettleId: id }} {...props} />
  if (of === 'foundDeliveries') return <PageLink page="oilTaking" {...props} />
  if (of === 'meterEvents') return <PageLink page="nozzleMge" search={{ record: nozzle ?? undefined }} {...props} />
  if (of === 'tankReadings') return <PageLink page="fuelInventory" search={{ tank }} {...props} />
  return <span>{words}</span>
}
