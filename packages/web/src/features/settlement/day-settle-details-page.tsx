import type { DaySettle } from '@forecourt/contract'
import { type ReactNode } from 'react'
import { count, litres, money } from '../../core/money.ts'
import { stretch } from '../../core/periods.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Failed } from '../../kit/feedback/states.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { AcceptedSection } from './accepted.tsx'
import { Explained } from './behind-drawer.tsx'
import { Block, column, inLitres, inMoney, link, numbered, sum } from './block.tsx'
import { Corrections, Employees } from './blocks.tsx'
import { DifferenceMoney } from './figures.tsx'
import { Blocks, Came, SettledPage } from './details.tsx'
import { DifferencesView, Why } from './differences-view.tsx'
import { shiftWords } from './shift-words.ts'
import { useDay, useDifferences } from './use-day.ts'
import './settlement.css'

/** 日结详情: a day as it was settled, its shifts, and why its sides differ. */
export default function DaySettleDetailsPage() {
  const { params } = usePage()
  const id = Number(params['daySettleId'])
  const { data, error, refetch } = useDay(id)
  // The causes stand in the midst of the page: both come at once, so that nothing beneath them moves.
  const causes = useDifferences('ofDay', Number.isSafeInteger(id) && id > 0 ? id : undefined)
  const ready = causes.data !== undefined || causes.error !== null
  return (
    <SettledPage
      of={{ data: ready ? data : undefined, error, refetch }}
      name={({ businessDay }) => businessDay}
      show={of => <Details of={of} />}
    />
  )
}

function Details({ of }: { of: DaySettle }) {
  const go = useGo()
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
      <Explained of={of} page="daySettleDetails" params={{ daySettleId: of.id }}>
        <Came of={of} shiftId={of.states.map(({ dailyStateId }) => dailyStateId).join(',')} />
        <AcceptedSection of={of} />
        <Section title={t('settle.byShift')}>
          <Shifts of={of} />
        </Section>
        <Whys of={of} />
        <Blocks of={of} />
        <Section title={t('settle.byEmployee')}>
          <Employees of={of} />
        </Section>
        {of.corrections.length > 0 && (
          <Section title={t('settle.corrections')}>
            <Corrections of={of} />
          </Section>
        )}
      </Explained>
    </>
  )
}

type State = DaySettle['states'][number] & { id: number }
const settled = ({ classSettleId }: State, children: ReactNode) => (
  <PageLink page="classSettleDetails" params={{ classSettleId }} className="k-link">
    {children}
  </PageLink>
)
/** Each shift of the day leads to its own settlement, and its numbers to what they are made of. */
function Shifts({ of: { states } }: { of: DaySettle }) {
  const sales = (state: State, cents: number) => link('allQuery', { shiftId: state.dailyStateId }, money(cents))
  const columns: Column<State>[] = [
    column('shift', t('settle.shiftFact'), state => settled(state, shiftWords(state)), 'left'),
    column('time', t('settle.period'), state => stretch(state.startTime, state.endTime), 'left'),
    column('orders', t('settle.orders'), state => link('allQuery', { shiftId: state.dailyStateId }, count(state.orders))),
    column('volumeCl', inLitres(t('settle.volume')), state => settled(state, litres(state.volumeCl))),
    column('salesCents', inMoney(t('settle.sales')), state => sales(state, state.salesCents)),
    column('expectedCents', inMoney(t('settle.expected')), state => settled(state, money(state.expectedCents))),
    column('countedCents', inMoney(t('settle.counted')), state => settled(state, money(state.countedCents))),
    column('differenceCents', inMoney(t('settle.overShort')), state => settled(state, <DifferenceMoney cents={state.differenceCents} />)),
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
