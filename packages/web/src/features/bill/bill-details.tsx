import type { BillFee, BillFlow, FleetBill } from '@forecourt/contract'
import { useState, type ReactNode } from 'react'
import { count, inCurrency, money } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Litres, Money, StatusTag } from '../../kit/detail/figures.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { laterDialog } from '../../kit/later.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { Button } from '../../kit/ui.ts'
import { BillActs } from './bill-acts.tsx'
import { BillCards, BillLines } from './bill-lines.tsx'
import { SmallTable } from './small-table.tsx'
import { basisWords, monthWords, rateWords } from './bill-words.ts'
import { useBill } from './use-bill.ts'
import './bill.css'

/** Who prints asks for it with the first press. */
const BillPaper = laterDialog(async () => ({ default: (await import('./bill-paper.tsx')).BillPaper }))

interface DetailsProps {
  id: number | undefined
  /** The way back, where the bill stands within another page. */
  back?: ReactNode
  /** The bill is not there any more. */
  onGone: () => void
}

/** 单位账单: what a fleet bought in a month and by which rule, its fees, and its money from the beginning to the end. */
export function BillDetails({ id, back, onGone }: DetailsProps) {
  const { data, error, refetch } = useBill(id)
  if (data) return <Bill bill={data} back={back} onGone={onGone} />
  return (
    <>
      <PageHeader actions={back} />
      {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
    </>
  )
}

function Bill({ bill, back, onGone }: { bill: FleetBill; back: ReactNode; onGone: () => void }) {
  const [printing, setPrinting] = useState(false)
  const end = () => setPrinting(false)
  return (
    <>
      <PageHeader
        title={t('fleetBill.title', { fleet: bill.fleetName, month: monthWords(bill.month) })}
        meta={<StatusTag of="fleetBills" field="status" value={bill.status} />}
        actions={
          <>
            {back}
            <Button onClick={() => setPrinting(true)}>{t('fleetBill.print')}</Button>
            <BillActs bill={bill} onGone={onGone} />
          </>
        }
      />
      <p className="k-quiet">{standsWords(bill)}</p>
      <Sums bill={bill} />
      <Section title={t('fleetBill.purses')}>
        <Purses bill={bill} />
      </Section>
      <Section title={t('fleetBill.fees')}>
        <Fees fees={bill.fees} />
      </Section>
      <Section title={t('fleetBill.lines')}>
        {bill.lateLines > 0 && <p className="k-quiet">{t('fleetBill.lateNote', { count: bill.lateLines })}</p>}
        <BillLines billId={bill.id} />
      </Section>
      <Section title={t('fleetBill.cards')}>
        <BillCards billId={bill.id} />
      </Section>
      {printing && <BillPaper bill={bill} onDone={end} onClose={end} />}
    </>
  )
}

/** Whether it is final, and since when; or as of when it was drawn up. */
function standsWords({ status, preparedDate, issuedDate, issuedById, ...more }: FleetBill): string {
  if (status === 'open') return t('fleetBill.openNote', { time: time(preparedDate, 'minute') })
  const by = issuedById === null ? t('fleetBill.byItself') : (more['issuedBy'] as { name?: string } | undefined)?.name
  return [t('fleetBill.issuedNote', { time: time(issuedDate, 'minute') }), by].filter(Boolean).join(' · ')
}

/** What was promised beside what was given, on the same fills. */
function Sums({ bill }: { bill: FleetBill }) {
  const missing = bill.promisedCents - bill.realisedCents
  return (
    <Section title={t('fleetBill.sums')}>
      <Figures
        of={[
          { label: t('fleetBills.fills'), value: count(bill.fills) },
          { label: t('fields.volumeCl'), value: <Litres centilitres={bill.volumeCl} unit /> },
          { label: t('fleetBills.listCents'), value: <Money cents={bill.listCents} unit /> },
          { label: t('fleetBills.netCents'), value: <Money cents={bill.netCents} unit /> },
          { label: t('fleetBills.realisedCents'), value: <Money cents={bill.realisedCents} unit /> },
          { label: t('fleetBills.promisedCents'), value: <Money cents={bill.promisedCents} unit /> },
        ]}
      />
      {bill.promisedCents > 0 && (
        <p className={missing > 0 ? 'bill-less' : 'k-quiet'}>
          {missing > 0 ? t('fleetBill.less', { amount: inCurrency(missing) }) : t('fleetBill.kept')}
        </p>
      )}
    </Section>
  )
}

const flowWords = ({ type, late }: BillFlow) => choiceLabel('userCardDetails', 'type', type) + (late ? ` · ${t('fleetBill.flowLate')}` : '')

function Purses({ bill }: { bill: FleetBill }) {
  return (
    <>
      <Figures
        of={[
          { label: t('fleetBills.openingCents'), value: <Money cents={bill.openingCents} unit /> },
          { label: t('fleetBills.inCents'), value: <Money cents={bill.inCents} unit /> },
          { label: t('fleetBills.outCents'), value: <Money cents={bill.outCents} unit /> },
          { label: t('fleetBills.closingCents'), value: <Money cents={bill.closingCents} unit /> },
        ]}
      />
      {bill.flows.length > 0 && (
        <SmallTable
          label={t('fleetBill.flow')}
          heads={[t('fleetBill.flow'), t('fleetBill.flowIn'), t('fleetBill.flowOut')]}
          rows={bill.flows.map(flow => [flowWords(flow), money(flow.inCents), money(flow.outCents)])}
          total={[t('fleetBill.total'), money(bill.inCents), money(bill.outCents)]}
        />
      )}
    </>
  )
}

function Fees({ fees }: { fees: readonly BillFee[] }) {
  if (fees.length === 0) return <p className="k-quiet">{t('fleetBill.noFees')}</p>
  const sum = fees.reduce((all, { amountCents }) => all + amountCents, 0)
  return (
    <>
      <p className="k-quiet">{t('fleetBill.feesHelp')}</p>
      <SmallTable
        label={t('fleetBill.fees')}
        heads={[t('fleetBill.clause'), t('fleetBill.agreement'), t('fleetBill.basis'), t('fleetBill.rate'), t('fleetBill.fee')]}
        rows={fees.map(fee => [fee.name, fee.agreement, basisWords(fee), rateWords(fee), money(fee.amountCents)])}
        total={[t('fleetBill.total'), '', '', '', money(sum)]}
        texts={2}
      />
    </>
  )
}
