import type { DaySettle } from '@forecourt/contract'
import { useEffect } from 'react'
import { count, litres, money } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Litres, Money } from '../../kit/detail/figures.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { Corrections, Employees, Items, Nozzles, PayTypes } from './blocks.tsx'
import { Tanks } from './measured-blocks.tsx'
import { DifferenceMoney } from './count-table.tsx'
import { DifferencesView } from './differences-view.tsx'
import { shiftWords } from './shift-words.ts'
import { useDay, useDifferences } from './use-day.ts'
import './settlement.css'

/** 日结详情: a day as it was settled, its shifts, and why its sides differ. */
export default function DaySettleDetailsPage() {
  const { data, error, refetch } = useDay()
  const { setTitle } = usePage()
  const title = data?.businessDay
  useEffect(() => {
    if (title) setTitle(title)
  }, [title, setTitle])
  if (data) return <Details of={data} />
  return (
    <>
      <PageHeader />
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
    </>
  )
}

function Details({ of }: { of: DaySettle }) {
  const go = useGo()
  const shifts = of.states.map(({ dailyStateId }) => dailyStateId)
  return (
    <>
      <PageHeader
        title={`${t('settle.dayTitle')} · ${of.businessDay}`}
        actions={
          <Button type="primary" onClick={() => go('printDaySettle', { daySettleId: of.id })}>
            {t('settle.print')}
          </Button>
        }
      />
      <p className="settle-since settle-facts">
        <span>{of.stationName}</span>
        <span>
          {t('daySettles.employeeName')} {of.employeeName} · {time(of.createdDate, 'minute')}
        </span>
        {of.note && <span>{`${t('settle.note')}${t('kit.colon')}${of.note}`}</span>}
      </p>
      <Figures
        of={[
          { label: t('classSettles.salesCents'), value: <Money cents={of.salesCents} unit /> },
          { label: t('classSettles.volumeCl'), value: <Litres centilitres={of.volumeCl} unit /> },
          { label: t('classSettles.orders'), value: count(of.orders) },
          { label: t('classSettles.paidCents'), value: <Money cents={of.paidCents} unit /> },
          { label: t('classSettles.topUpCents'), value: <Money cents={of.topUpCents} unit /> },
          { label: t('settle.difference'), value: <DifferenceMoney cents={of.differenceCents} unit /> },
        ]}
      />
      <Section title={t('settle.byShift')}>
        <Shifts of={of} />
      </Section>
      <Whys of={of} />
      <Section title={t('settle.byPayType')}>
        <PayTypes of={of} shifts={shifts} />
      </Section>
      <Section title={t('settle.byItem')}>
        <Items of={of} shifts={shifts} />
      </Section>
      <Section title={t('settle.byNozzle')}>
        <Nozzles of={of} shifts={shifts} />
      </Section>
      {of.tanks.length > 0 && (
        <Section title={t('settle.byTank')}>
          <Tanks of={of} shifts={shifts} />
        </Section>
      )}
      <Section title={t('settle.byEmployee')}>
        <Employees of={of} shifts={shifts} />
      </Section>
      {of.corrections.length > 0 && (
        <Section title={t('settle.corrections')}>
          <Corrections of={of} />
        </Section>
      )}
    </>
  )
}

const Shifts = ({ of: { states } }: { of: DaySettle }) => (
  <ul className="settle-due">
    {states.map(state => (
      <li key={state.classSettleId}>
        <PageLink page="classSettleDetails" params={{ classSettleId: state.classSettleId }} className="k-link">
          {shiftWords(state)}
        </PageLink>
        <span className="k-number">{`${time(state.startTime, 'minute')} – ${time(state.endTime, 'minute')}`}</span>
        <span className="k-number">{`${litres(state.volumeCl)} ${t('kit.unitLitre')} · ${money(state.salesCents)}`}</span>
        <DifferenceMoney cents={state.differenceCents} />
      </li>
    ))}
  </ul>
)

function Whys({ of }: { of: DaySettle }) {
  const { data, error, refetch } = useDifferences('ofDay', of.id)
  return (
    <Section title={t('settle.differences')}>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.map(each => {
        const state = of.states.find(({ classSettleId }) => classSettleId === each.classSettleId)
        return <DifferencesView key={each.classSettleId} of={each} {...(state && { title: shiftWords(state) })} />
      })}
    </Section>
  )
}
