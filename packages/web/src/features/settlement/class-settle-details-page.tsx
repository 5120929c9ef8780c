import type { ClassSettle } from '@forecourt/contract'
import { money } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Failed } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { AcceptedSection } from './accepted.tsx'
import { Explained } from './behind-drawer.tsx'
import { Corrections, Employees, Unpaid } from './blocks.tsx'
import { Cash } from './measured-blocks.tsx'
import { Blocks, Came, figure, SettledPage } from './details.tsx'
import { DifferencesView } from './differences-view.tsx'
import { shiftWords } from './shift-words.ts'
import { useDifferences } from './use-day.ts'
import { useSettlement } from './use-settlement.ts'
import './settlement.css'

/** 班结详情: a shift as it was closed, and the way from every number to what it is made of. */
export default function ClassSettleDetailsPage() {
  const { params } = usePage()
  const id = Number(params['classSettleId'])
  const { data, error, refetch } = useSettlement(id)
  // The causes stand in the midst of the page: both come at once, so that nothing beneath them moves.
  const causes = useDifferences('ofShift', Number.isSafeInteger(id) && id > 0 ? id : undefined)
  const ready = causes.data !== undefined || causes.error !== null
  return <SettledPage of={{ data: ready ? data : undefined, error, refetch }} name={shiftWords} show={of => <Details of={of} />} />
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
      <Explained of={{ ...of, states: [of] }} page="classSettleDetails" params={{ classSettleId: of.id }}>
        <Came of={of} shiftId={of.dailyStateId} />
        <AcceptedSection of={of} />
        <Whys id={of.id} />
        <Blocks of={of} />
        <Rest of={of} />
      </Explained>
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

const Rest = ({ of }: { of: ClassSettle }) => (
  <>
    <div className="settle-two">
      <Section title={t('settle.byEmployee')}>
        <Employees of={of} />
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
export const bridgeOf = (of: ClassSettle): [label: string, cents: number, field: string][] => [
  [t('settle.bridgeSales'), of.salesCents, 'salesCents'],
  [t('settle.bridgeUnpaid'), -of.unpaidCents, 'unpaidCents'],
  ...(of.closedCents ? [[t('settle.bridgeClosed'), -of.closedCents, 'closedCents'] as [string, number, string]] : []),
  [t('settle.bridgeEarlier'), of.earlierCents, 'earlierCents'],
]

function Bridge({ of }: { of: ClassSettle }) {
  return (
    <dl className="settle-bridge">
      {bridgeOf(of).map(([label, cents, field]) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label}:`}>{figure(field, cents, money(cents === 0 ? 0 : cents))}</dd>,
      ])}
      <dt className="settle-result">{t('settle.bridgePaid')}</dt>
      <dd className="settle-result">{figure('paidCents', of.paidCents, money(of.paidCents))}</dd>
    </dl>
  )
}
