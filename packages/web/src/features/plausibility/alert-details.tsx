import { allows, fillAlertActs, fillAlerting, orders, type FillAlert, type FillSeen } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { litres } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { isNotThere, NotThere } from '../../kit/detail/record-failed.tsx'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { open, pathTo } from '../../kit/links.ts'
import { grouped } from '../../kit/show.ts'
import { Button } from '../../kit/ui.ts'
import { FillSketch } from './fill-sketch.tsx'
import { figureLabel, figureWords, gistOf, StatusOfAlert } from './fill-words.tsx'

interface AlertDetailsProps {
  id: number
  onShow: (id: number) => void
}

/** One alert: what was compared, both fills, how the other rules stood, and its answer. That it was opened is noted. */
export function AlertDetails({ id, onShow }: AlertDetailsProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['fillAlerts', 'get', id],
    queryFn: ({ signal }) => call(fillAlerting.get, { id, query: { expand: ['answeredBy'] } }, { signal, company: true }),
    meta: saidOnPage,
  })
  if (isNotThere(error)) return <NotThere back="" onBack={() => undefined} />
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  return data ? <Details alert={data} onShow={onShow} /> : <Bones rows={6} />
}

function Details({ alert, onShow }: { alert: FillAlert; onShow: (id: number) => void }) {
  const { rule, status, reckoning, fill, other, sameFill } = alert
  const distance = reckoning.find(({ name }) => name === 'distanceKm')?.value
  return (
    <div className="fill-alert">
      <header>
        <h3>{choiceLabel('fillAlerts', 'rule', rule)}</h3>
        <StatusOfAlert status={status} />
      </header>
      <p className="fill-gist">{gistOf(alert)}</p>
      <p className="k-quiet">{t('fills.noAccusation')}</p>
      <div className="fill-act">
        <Answer alert={alert} />
      </div>
      <Section title={t('fills.reckoning')}>
        <dl className="fill-figures">
          {reckoning.map(figure => (
            <div key={figure.name}>
              <dt>{figureLabel(figure.name)}</dt>
              <dd>{figureWords(figure)}</dd>
            </div>
          ))}
        </dl>
        {other && <FillSketch fill={fill} other={other} distanceKm={typeof distance === 'number' ? distance : undefined} />}
      </Section>
      <Section title={t(other ? 'fills.bothFills' : 'fills.this')}>
        <Fills alert={alert} />
      </Section>
      <Section title={t('fills.otherRules')}>
        <ul className="fill-rules">
          {alert.judged.map(({ rule: one, verdict, lacks }) => (
            <li key={one}>
              <span>{choiceLabel('fillAlerts', 'rule', one)}</span>
              <span className={`k-tag k-${verdicts[verdict]}`}>{t(`fills.verdict_${verdict}`)}</span>
              {lacks.length > 0 && (
                <span className="k-quiet">
                  {t('fills.lacking', { what: lacks.map(lack => t(`fills.lack_${lack}`)).join(t('kit.comma')) })}
                </span>
              )}
              {sameFill
                .filter(each => each.rule === one)
                .map(each => (
                  <Button key={each.id} type="link" size="small" onClick={() => onShow(each.id)}>
                    {t('fills.openAlert')}
                  </Button>
                ))}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
const verdicts = { kept: 'good', broken: 'bad', notJudged: 'off' } as const

/** Both fills beside each other, with both plates and both times. */
function Fills({ alert: { fill, other, plate, plateTold, orderId } }: { alert: FillAlert }) {
  const path = pathTo(orders.name, orderId)
  const seen: readonly [string, FillSeen][] = [
    ...(other ? [[t('fills.before'), other] as [string, FillSeen]] : []),
    [t('fills.this'), fill],
  ]
  const plateOf = (one: FillSeen) => one.plate ?? (one === fill && !plateTold && plate ? t('fills.byCard', { plate }) : t('fills.notTold'))
  const lines: readonly [string, (one: FillSeen) => string][] = [
    [t('fillAlerts.soldAt'), one => one.clock],
    [t('fillAlerts.stationName'), one => one.stationName],
    [t('fillAlerts.plate'), plateOf],
    [t('fillAlerts.cardNumber'), one => grouped(one.cardNumber, 'cardNumber')],
    [t('fillAlerts.volumeCl'), one => t('fills.inLitres', { value: litres(one.volumeCl) })],
    [
      t('fillAlerts.odometerKm'),
      one => (one.odometerKm === null ? t('fills.notTold') : t('fills.inKm', { value: one.odometerKm.toLocaleString('en-US') })),
    ],
  ]
  return (
    <>
      <table className="fill-both">
        <thead hidden={other === null}>
          <tr>
            <td />
            {seen.map(([head]) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, valueOf]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {seen.map(([head, one]) => (
                <td key={head}>{valueOf(one)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {path && (
        <div>
          <Button type="link" size="small" onClick={() => open(path)}>
            {t('fills.openOrder')}
          </Button>
        </div>
      )}
    </>
  )
}

const asked = ['status', 'answer', 'wholeFill', 'stopCard']
const changed = ['fillAlerts', 'fillRules', 'userCards']

/** What was answered, or the way to answer. */
function Answer({ alert }: { alert: FillAlert }) {
  const mayStop = useMay('card.disable')
  const { id, status, answer, answeredDate, cardStopped, sameFill, cardNumber } = alert
  if (answeredDate !== null) {
    const by = (alert as { answeredBy?: { name?: string } }).answeredBy?.name
    return (
      <div className="fill-answer">
        <p>{answer}</p>
        <p className="k-quiet">
          {[by, time(answeredDate, 'minute'), cardStopped ? t('fills.cardStopped') : undefined].filter(Boolean).join(' · ')}
        </p>
      </div>
    )
  }
  if (!allows(fillAlertActs.answer, status)) return null
  const open = sameFill.some(each => each.status === 'open')
  const fields = asked.filter(field => (field !== 'stopCard' || mayStop) && (field !== 'wholeFill' || open))
  return (
    <ActButton
      of={fillAlerting.answer}
      id={id}
      words="fillAnswers"
      fields={fields}
      defaults={{ wholeFill: true, stopCard: false }}
      when={{ stopCard: values => values['status'] === 'misuse' }}
      changes={changed}
      label={t('fills.answer')}
      title={t('fills.answer')}
      button={{ type: 'primary' }}
      submitLabel={t('fills.answer')}
      done={t('fills.answered')}
      effect={values =>
        values['status'] === 'misuse' && values['stopCard'] === true ? t('fills.stops', { number: cardNumber }) : t('fills.stays')
      }
    />
  )
}
