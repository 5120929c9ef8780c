import type { DaySettle } from '@forecourt/contract'
import { useEffect } from 'react'
import { count, litres, money } from '../../core/money.ts'
import { stretch, time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Litres, Money } from '../../kit/detail/figures.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { Block, column, inLitres, inMoney, link, numbered, sum } from './block.tsx'
import { Corrections, Employees, Items, Nozzles, PayTypes } from './blocks.tsx'
import { Tanks } from './measured-blocks.tsx'
import { DifferenceMoney } from './count-table.tsx'
import { DifferencesView, Why } from './differences-view.tsx'
import { shiftWords } from './shift-words.ts'
import { useDay, useDifferences } from './use-day.ts'
import './settlement.css'

/** 日结详情: a day as it was settled, its shifts, and why its sides differ. */
export default function DaySettleDetailsPage() {
  const { params, setTitle } = usePage()
  const { data, error, refetch } = useDay(Number(params['daySettleId']))
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
  const shifts = shiftsOf(of)
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
      <Came of={of} />
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

/** What the day came to; each number opens the sales or payments of its shifts. */
function Came({ of }: { of: DaySettle }) {
  const shiftId = shiftsOf(of).join(',')
  return (
    <Figures
      of={[
        { label: t('classSettles.salesCents'), value: link('allQuery', { shiftId }, <Money cents={of.salesCents} unit />) },
        { label: t('classSettles.volumeCl'), value: link('fuelQuery', { shiftId }, <Litres centilitres={of.volumeCl} unit />) },
        { label: t('classSettles.orders'), value: link('allQuery', { shiftId }, count(of.orders)) },
        { label: t('classSettles.paidCents'), value: link('transactions', { shiftId }, <Money cents={of.paidCents} unit />) },
        {
          label: t('classSettles.topUpCents'),
          value: link('userCardDetails', { shiftId, type: 'charge' }, <Money cents={of.topUpCents} unit />),
        },
        { label: t('settle.difference'), value: <DifferenceMoney cents={of.differenceCents} unit /> },
      ]}
    />
  )
}

const shiftsOf = ({ states }: DaySettle) => states.map(({ dailyStateId }) => dailyStateId)

type State = DaySettle['states'][number] & { id: number }
/** Each shift of the day leads to its own settlement, and its numbers to what they are made of. */
function Shifts({ of: { states } }: { of: DaySettle }) {
  const sales = (state: State, cents: number) => link('allQuery', { shiftId: state.dailyStateId }, money(cents))
  const columns: Column<State>[] = [
    column(
      'shift',
      t('settle.shiftFact'),
      state => (
        <PageLink page="classSettleDetails" params={{ classSettleId: state.classSettleId }} className="k-link">
          {shiftWords(state)}
        </PageLink>
      ),
      'left',
    ),
    column('time', t('settle.period'), state => stretch(state.startTime, state.endTime), 'left'),
    column('orders', t('settle.orders'), state => count(state.orders)),
    column('volumeCl', inLitres(t('settle.volume')), state => link('fuelQuery', { shiftId: state.dailyStateId }, litres(state.volumeCl))),
    column('salesCents', inMoney(t('settle.sales')), state => sales(state, state.salesCents)),
    column('expectedCents', inMoney(t('settle.expected')), state => money(state.expectedCents)),
    column('countedCents', inMoney(t('settle.counted')), state => money(state.countedCents)),
    column('differenceCents', inMoney(t('settle.difference')), state => <DifferenceMoney cents={state.differenceCents} />),
  ]
  return (
    <Block
      label={t('settle.byShift')}
      columns={columns}
      rows={numbered(states)}
      totals={{
        orders: count(sum(states, state => state.orders)),
        volumeCl: litres(sum(states, state => state.volumeCl)),
        salesCents: money(sum(states, state => state.salesCents)),
        expectedCents: money(sum(states, state => state.expectedCents)),
        countedCents: money(sum(states, state => state.countedCents)),
        differenceCents: <DifferenceMoney cents={sum(states, state => state.differenceCents)} />,
      }}
    />
  )
}

/** Where the statement of a platform says other than the books: no row of ours can explain it. */
function Statements({ of: { payTypes } }: { of: DaySettle }) {
  const off = payTypes.filter(({ statementCents, differenceCents }) => statementCents !== null && differenceCents !== 0)
  if (!off.length) return null
  return (
    <section className="settle-whys" aria-label={t('settle.statements')}>
      <h3>{t('settle.statements')}</h3>
      {off.map(({ payType, expectedCents: left, statementCents: right, differenceCents: difference }) => (
        <Why
          key={payType}
          of={{
            view: 'tender',
            about: `statement:${payType}`,
            name: payType,
            unit: 'cents',
            left,
            right,
            difference,
            causes: [],
            unexplained: difference,
          }}
        />
      ))}
    </section>
  )
}

function Whys({ of }: { of: DaySettle }) {
  const { data, error, refetch } = useDifferences('ofDay', of.id)
  return (
    <Section title={t('settle.differences')}>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      <Statements of={of} />
      {data?.map(each => {
        const state = of.states.find(({ classSettleId }) => classSettleId === each.classSettleId)
        return <DifferencesView key={each.classSettleId} of={each} {...(state && { title: shiftWords(state) })} />
      })}
    </Section>
  )
}
