import type { ClassSettle, PageName } from '@forecourt/contract'
import { useEffect, type ReactNode } from 'react'
import { count, money } from '../../core/money.ts'
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
import { Corrections, Employees, Items, Nozzles, PayTypes, Unpaid } from './blocks.tsx'
import { Cash, Tanks } from './measured-blocks.tsx'
import { DifferenceMoney } from './count-table.tsx'
import { DifferencesView } from './differences-view.tsx'
import { shiftWords } from './shift-words.ts'
import { useDifferences } from './use-day.ts'
import { useSettlement } from './use-settlement.ts'
import './settlement.css'

/** 班结详情: a shift as it was closed, and the way from every number to what it is made of. */
export default function ClassSettleDetailsPage() {
  const { params, setTitle } = usePage()
  const { data, error, refetch } = useSettlement(Number(params['classSettleId']))
  const title = data && shiftWords(data)
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

function Details({ of }: { of: ClassSettle }) {
  const go = useGo()
  return (
    <>
      <PageHeader
        title={`${t('settle.title')} · ${shiftWords(of)}`}
        meta={of.forced && <span className="k-tag k-wait">{t('settle.forcedTag')}</span>}
        actions={
          <Button type="primary" onClick={() => go('printClassSettle', { classSettleId: of.id })}>
            {t('settle.print')}
          </Button>
        }
      />
      <p className="settle-since settle-facts">
        <span>{of.stationName}</span>
        <span>
          {time(of.startTime, 'minute')} – {time(of.endTime, 'minute')}
        </span>
        <span>
          {t('settle.closedBy')} {of.employeeName}
        </span>
        {of.note && (
          <span>
            {t('settle.note')}
            {t('kit.colon')}
            {of.note}
          </span>
        )}
      </p>
      <Came of={of} />
      <Whys id={of.id} />
      <Blocks of={of} />
    </>
  )
}

function Whys({ id }: { id: number }) {
  const { data, error, refetch } = useDifferences('ofShift', id)
  return (
    <Section title={t('settle.differences')}>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.map(each => (
        <DifferencesView key={each.classSettleId} of={each} />
      ))}
    </Section>
  )
}

/** What the shift came to; each number opens the sales or payments that make it. */
function Came({ of }: { of: ClassSettle }) {
  const shift = { shiftId: of.dailyStateId }
  const open = (page: PageName, children: ReactNode, search: Record<string, string | number> = shift) => (
    <PageLink page={page} search={search} className="k-link">
      {children}
    </PageLink>
  )
  return (
    <Figures
      of={[
        { label: t('classSettles.salesCents'), value: open('allQuery', <Money cents={of.salesCents} unit />) },
        { label: t('classSettles.volumeCl'), value: open('fuelQuery', <Litres centilitres={of.volumeCl} unit />) },
        { label: t('classSettles.orders'), value: open('allQuery', count(of.orders)) },
        { label: t('classSettles.paidCents'), value: open('transactions', <Money cents={of.paidCents} unit />) },
        {
          label: t('classSettles.topUpCents'),
          value: open('userCardDetails', <Money cents={of.topUpCents} unit />, { ...shift, type: 'charge' }),
        },
        { label: t('settle.difference'), value: <DifferenceMoney cents={of.differenceCents} unit /> },
      ]}
    />
  )
}

const Blocks = ({ of }: { of: ClassSettle }) => (
  <>
    <Section title={t('settle.byPayType')}>
      <PayTypes of={of} shifts={[of.dailyStateId]} />
    </Section>
    <Section title={t('settle.byItem')}>
      <Items of={of} shifts={[of.dailyStateId]} />
    </Section>
    <Section title={t('settle.byNozzle')}>
      <Nozzles of={of} shifts={[of.dailyStateId]} />
    </Section>
    {of.tanks.length > 0 && (
      <Section title={t('settle.byTank')}>
        <Tanks of={of} shifts={[of.dailyStateId]} />
      </Section>
    )}
    <div className="settle-two">
      <Section title={t('settle.byEmployee')}>
        <Employees of={of} shifts={[of.dailyStateId]} />
      </Section>
      <Section title={t('settle.bridge')}>
        <Bridge of={of} />
        {of.cash.length > 0 && (
          <>
            <h3 className="settle-h3">{t('settle.cashCounted')}</h3>
            <Cash of={of} />
          </>
        )}
      </Section>
    </div>
    {of.unpaid.length > 0 && (
      <Section title={t('settle.carried')}>
        <Unpaid of={of} />
      </Section>
    )}
    {of.corrections.length > 0 && (
      <Section title={t('settle.corrections')}>
        <p className="k-quiet settle-p">{t('settle.correctionsHelp')}</p>
        <Corrections of={of} />
      </Section>
    )}
  </>
)

/** From what was sold to what was received, step by step. */
export const bridgeOf = (of: ClassSettle): [label: string, cents: number][] => [
  [t('settle.bridgeSales'), of.salesCents],
  [t('settle.bridgeUnpaid'), -of.unpaidCents],
  ...(of.closedCents ? [[t('settle.bridgeClosed'), -of.closedCents] as [string, number]] : []),
  [t('settle.bridgeEarlier'), of.earlierCents],
]

function Bridge({ of }: { of: ClassSettle }) {
  return (
    <dl className="settle-bridge">
      {bridgeOf(of).map(([label, cents]) => [<dt key={label}>{label}</dt>, <dd key={`${label}:`}>{money(cents === 0 ? 0 : cents)}</dd>])}
      <dt className="settle-result">{t('settle.bridgePaid')}</dt>
      <dd className="settle-result">{money(of.paidCents)}</dd>
    </dl>
  )
}
