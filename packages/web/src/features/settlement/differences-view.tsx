import { differences as wire, type CauseFound, type Difference, type Differences, type Evidence } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { unknown } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Button, Input } from '../../kit/ui.ts'
import { differenceWithUnit, withUnit } from './amounts.ts'
import { payTypeWords } from './figures.tsx'
import './confirm.css'

const amountOf = (unit: Difference['unit'], value: number | null) => (value === null ? unknown : withUnit(unit, value))
const signed = (unit: Difference['unit'], value: number | null) => (value === null ? unknown : differenceWithUnit(unit, value))

/** Tank, meters, prices, payments and count against each other; every difference with its causes, and what no row explains. */
export function DifferencesView({ of, title }: { of: Differences; title?: string }) {
  return (
    <section className="settle-whys" aria-label={title ?? t('settle.differences')}>
      {title && <h3>{title}</h3>}
      {of.differences.length === 0 && <p className="k-quiet settle-p">{t('settle.noDifference')}</p>}
      {of.differences.map(each => (
        <Why key={each.about} of={each}>
          <Said of={of.explanations.filter(({ about }) => about === each.about)} />
          <Explain settle={of.classSettleId} about={each.about} />
        </Why>
      ))}
      <Missing of={of.missing} />
      {of.later.length > 0 && <Later of={of.later} />}
    </section>
  )
}

/** Sales that devices passed over and may still send. */
export const Missing = ({ of }: { of: Differences['missing'] }) =>
  of.map(gap => (
    <p key={`${gap.deviceId} ${gap.fromSequence}`} className="settle-p settle-over">
      {t('settle.missingNumbers', { device: gap.deviceName, from: gap.fromSequence, to: gap.toSequence, count: gap.missing })}
    </p>
  ))

const Said = ({ of }: { of: Differences['explanations'] }) =>
  of.map(each => (
    <p key={each.id} className="settle-p settle-said">
      {each.said} <small>{`${each.userName} · ${time(each.createdDate, 'minute')}`}</small>
    </p>
  ))

interface WhyProps {
  of: Difference
  children?: ReactNode
}

/** What is compared: `Cash: expected and counted`. */
export function whyTitle({ view, about, name }: Pick<Difference, 'view' | 'about' | 'name'>): string {
  const sides = about.startsWith('statement:') ? 'statement' : view
  return t(`settle.view_${sides}`, { what: view === 'tender' ? payTypeWords(name) : name })
}

/**
 * Two sides of one thing, what accounts for their difference, and what does not. A side that nobody counted or measured is no number, and
 * makes no difference.
 */
export function Why({ of: { view, about, name, unit, left, right, difference, causes, unexplained }, children }: WhyProps) {
  const sides = about.startsWith('statement:') ? 'statement' : view
  const absent = right === null
  const none = t(view === 'tender' ? 'settle.notCounted' : 'settle.notKnown')
  return (
    <article className="settle-why">
      <header>
        <strong>{whyTitle({ view, about, name })}</strong>
        <span className="k-number">
          {t(`settle.left_${sides}`)} {amountOf(unit, left)} → {t(`settle.right_${sides}`)} {absent ? none : amountOf(unit, right)}
        </span>
        {absent || difference === null ? (
          <span className="settle-uncounted">{none}</span>
        ) : (
          <strong className="k-number">{signed(unit, difference)}</strong>
        )}
      </header>
      <ul>
        {(absent ? [] : causes).map((cause, turn) => (
          <Found key={turn} of={cause} unit={unit} />
        ))}
        {unexplained !== null && unexplained !== 0 && (
          <li className="settle-short">
            <span>{t('settle.unexplained')}</span>
            <span className="k-number">{signed(unit, unexplained)}</span>
          </li>
        )}
      </ul>
      {children}
    </article>
  )
}

function Found({ of: { cause, amount, count, from, to, evidence, confidence }, unit }: { of: CauseFound; unit: Difference['unit'] }) {
  return (
    <li>
      <span>
        {t(`settle.cause_${cause}`)}
        {confidence !== null && <small>{` ${t('settle.estimated', { confidence: confidence.toFixed(1) })}`}</small>}
        {from && to && <small>{` ${time(from, 'minute')} – ${time(to, 'minute')}`}</small>}
        {evidence.length > 0 && (
          <small className="settle-evidence">
            {evidence.map(row => (
              <Row key={`${row.of} ${row.id}`} of={row} />
            ))}
            {count > evidence.length && t('settle.more', { count: count - evidence.length })}
          </small>
        )}
      </span>
      <span className="k-number">{signed(unit, amount)}</span>
    </li>
  )
}

function Row({ of: { of, id, label, orderId } }: { of: Pick<Evidence, 'of' | 'id' | 'label' | 'orderId'> }) {
  const props = { className: 'k-link', children: label }
  if (of === 'orders') return <PageLink page="allDetails" params={{ orderId: id }} {...props} />
  if (of === 'refunds' && orderId) return <PageLink page="allDetails" params={{ orderId }} {...props} />
  if (of === 'classSettles') return <PageLink page="classSettleDetails" params={{ classSettleId: id }} {...props} />
  if (of === 'userCardDetails') return <PageLink page="rechargeDetails" params={{ userCardDetailId: id }} {...props} />
  if (of === 'oilInfos') return <PageLink page="oilInfoDetails" params={{ oilInfoId: id }} {...props} />
  if (of === 'meterEvents') return <PageLink page="nozzleMge" {...props} />
  if (of === 'tankReadings') return <PageLink page="fuelInventory" {...props} />
  if (of === 'transactions') return <PageLink page="transactions" search={{ serial: label }} {...props} />
  return <span>{label}</span>
}

/** What came to light after the close; the figures above stay as they were signed. */
function Later({ of }: { of: Differences['later'] }) {
  return (
    <article className="settle-why">
      <header>
        <strong>{t('settle.later')}</strong>
        <span>{t('settle.laterHelp')}</span>
      </header>
      <ul>
        {of.map(row => (
          <li key={`${row.of} ${row.id}`}>
            <span>
              <Row of={row} /> <small>{t('settle.laterTold', { at: time(row.at, 'minute'), told: time(row.toldAt, 'minute') })}</small>
            </span>
            <span className="k-number">
              {row.volumeCl !== 0 && `${withUnit('centilitres', row.volumeCl)} · `}
              {withUnit('cents', row.amountCents)}
            </span>
          </li>
        ))}
      </ul>
    </article>
  )
}

function Explain({ settle, about }: { settle: number; about: string }) {
  const [said, setSaid] = useState<string>()
  const cache = useQueryClient()
  const toast = useToast()
  if (!useMay(wire.explain.permission)) return null
  if (said === undefined)
    return (
      <Button type="link" size="small" className="settle-notes-switch" onClick={() => setSaid('')}>
        {t('settle.explain')}
      </Button>
    )
  const send = async () => {
    try {
      await call(wire.explain, { id: settle, body: { about, said } })
      setSaid(undefined)
      await cache.invalidateQueries({ queryKey: ['differences'] })
    } catch (error) {
      toast.failed(error)
    }
  }
  return (
    <form
      className="settle-explain"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}>
      <Input.TextArea
        rows={1}
        maxLength={1000}
        value={said}
        onChange={event => setSaid(event.target.value)}
        aria-label={t('settle.explain')}
      />
      <Button htmlType="submit" disabled={!said.trim()}>
        {t('kit.save')}
      </Button>
    </form>
  )
}
