import { fleetBillLines, type FleetBill } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../core/api.ts'
import { count, litres, money } from '../../core/money.ts'
import { equals, searchText } from '../../core/search.ts'
import { useSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { PrintNow } from '../../kit/print/print-now.tsx'
import { PrintTable, Sheet } from '../../kit/print/print-page.tsx'
import { grouped } from '../../kit/show.ts'
import { basisWords, monthWords, rateWords, ruleWords, type BillLine } from './bill-words.ts'

const portion = 500

/** All of them, in the order of time: a bill with fills missing would be none. */
async function linesOf(billId: number, signal: AbortSignal): Promise<BillLine[]> {
  const lines: BillLine[] = []
  for (let page = 0; ; page++) {
    const query = { page, size: portion, search: searchText([equals('bill.id', billId)]) }
    const { content, totalElements } = await call(fleetBillLines.list, { query }, { signal, company: true })
    lines.push(...content)
    if (content.length < portion || lines.length >= totalElements) return lines
  }
}

/** 单位账单 on A4, printed as soon as all of it has come. */
export function BillPaper({ bill, onDone }: { bill: FleetBill; onDone: () => void }) {
  const toast = useToast()
  const { data, error } = useQuery({
    queryKey: ['fleetBillLines', 'paper', bill.id, bill.preparedDate],
    queryFn: ({ signal }) => linesOf(bill.id, signal),
  })
  useEffect(() => {
    if (!error) return
    toast.failed(error)
    onDone()
  }, [error, toast, onDone])
  if (!data) return <p role="status">{t('fleetBill.reading')}</p>
  return (
    <PrintNow onDone={onDone}>
      <Paper bill={bill} lines={data} />
    </PrintNow>
  )
}

function Paper({ bill, lines }: { bill: FleetBill; lines: readonly BillLine[] }) {
  const company = useSession(({ atStation, profile }) => atStation?.company.name ?? profile?.company.name)
  const facts = [
    { label: t('fleetBills.groupId'), value: bill.fleetName },
    { label: t('fleetBill.period'), value: monthWords(bill.month) },
    { label: t('fleetBills.issuedDate'), value: bill.issuedDate ? time(bill.issuedDate, 'minute') : t('fleetBills.status_open') },
    { label: t('fleetBills.openingCents'), value: money(bill.openingCents) },
    { label: t('fleetBills.inCents'), value: money(bill.inCents) },
    { label: t('fleetBills.outCents'), value: money(bill.outCents) },
    { label: t('fleetBills.closingCents'), value: money(bill.closingCents) },
    { label: t('fleetBills.realisedCents'), value: money(bill.realisedCents) },
    { label: t('fleetBills.promisedCents'), value: money(bill.promisedCents) },
    { label: t('fleetBills.feeCents'), value: money(bill.feeCents) },
  ]
  return (
    <Sheet
      title={t('fleetBill.title', { fleet: bill.fleetName, month: monthWords(bill.month) })}
      place={{ company, station: '' }}
      facts={facts}
      signatures={[t('fleetBill.clerk'), t('fleetBill.sign')]}>
      <h2>{t('fleetBill.lines')}</h2>
      <PrintTable label={t('fleetBill.lines')} rows={lines} columns={lineColumns()} totals={totalsOf(bill)} />
      {bill.lateLines > 0 && <p>{t('fleetBill.lateNote', { count: bill.lateLines })}</p>}
      {bill.fees.length > 0 && (
        <>
          <h2>{t('fleetBill.fees')}</h2>
          <PrintTable
            label={t('fleetBill.fees')}
            rows={bill.fees}
            columns={[
              { key: 'name', title: t('fleetBill.clause'), value: fee => fee.name },
              { key: 'agreement', title: t('fleetBill.agreement'), value: fee => fee.agreement },
              { key: 'basis', title: t('fleetBill.basis'), value: basisWords, end: true },
              { key: 'rate', title: t('fleetBill.rate'), value: rateWords, end: true },
              { key: 'amount', title: t('fleetBill.fee'), value: fee => money(fee.amountCents), end: true },
            ]}
            totals={{ name: t('fleetBill.total'), amount: money(bill.feeCents) }}
          />
        </>
      )}
    </Sheet>
  )
}

const totalsOf = ({ volumeCl, listCents, netCents }: FleetBill) => ({
  time: t('fleetBill.total'),
  volume: litres(volumeCl),
  list: money(listCents),
  net: money(netCents),
})

const lineColumns = () => [
  {
    key: 'time',
    title: t('fleetBillLines.soldAt'),
    value: (line: BillLine) => time(line.soldAt, 'minute') + (line.late ? ` (${t('fleetBillLines.late')})` : ''),
  },
  { key: 'station', title: t('fleetBillLines.stationName'), value: (line: BillLine) => line.stationName },
  { key: 'plate', title: t('fleetBillLines.plate'), value: (line: BillLine) => line.plate ?? '—' },
  { key: 'driver', title: t('fleetBillLines.driver'), value: (line: BillLine) => line.driver },
  { key: 'card', title: t('fleetBillLines.cardNumber'), value: (line: BillLine) => grouped(line.cardNumber, 'cardNumber') },
  { key: 'odometer', title: t('fleetBillLines.odometerKm'), value: (line: BillLine) => count(line.odometerKm), end: true },
  { key: 'product', title: t('fields.product'), value: (line: BillLine) => line.product },
  { key: 'volume', title: t('fields.volumeCl'), value: (line: BillLine) => litres(line.volumeCl), end: true },
  { key: 'price', title: t('fleetBillLines.listPriceCents'), value: (line: BillLine) => money(line.listPriceCents), end: true },
  { key: 'list', title: t('fleetBillLines.listCents'), value: (line: BillLine) => money(line.listCents), end: true },
  { key: 'rule', title: t('fleetBillLines.rule'), value: (line: BillLine) => ruleWords(line) },
  { key: 'net', title: t('fleetBillLines.netCents'), value: (line: BillLine) => money(line.netCents), end: true },
]
