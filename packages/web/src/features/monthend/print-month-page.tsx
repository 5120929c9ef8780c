import type { MonthFigure, MonthLine, MonthSettled } from '@forecourt/contract'
import { money } from '../../core/money.ts'
import { useSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { titled } from '../../kit/label.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { PrintPage, PrintTable } from '../../kit/print/print-page.tsx'
import { figureWords, marginOf, monthWords, placeWords, quantityWords, shownFigures, unitWords, type Place } from './month-words.ts'
import { useMonthSettle } from './preview-page.tsx'

/** 月结单: a settled month as it is signed, on A4. */
export default function PrintMonthSettlePage() {
  const { data, error, refetch } = useMonthSettle(Number(usePage().params['monthSettleId']))
  if (data) return <Sheet of={data} />
  return error ? <PageFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />
}

const places: readonly Place[] = ['depot', 'road', 'station']

function Sheet({ of }: { of: MonthSettled }) {
  const company = useSession(({ atStation, profile }) => atStation?.company.name ?? profile?.company.name)
  const facts = [
    { label: t('monthSettles.month'), value: monthWords(of.month) },
    { label: t('monthSettles.createdDate'), value: `${of.confirmedBy} ${time(of.createdDate, 'minute')}`.trim() },
  ]
  return (
    <PrintPage
      a4Only
      back={{ page: 'settleMge', params: {} }}
      title={t('monthEnd.paperTitle', { month: monthWords(of.month) })}
      facts={facts}
      place={{ station: '', company }}
      signatures={[t('monthEnd.signMaker'), t('monthEnd.signChecker'), t('monthEnd.signHead')]}>
      <Sums of={of} />
      {places.map(place => (
        <Lines key={place} place={place} lines={of.lines.filter(line => line.place === place)} />
      ))}
      {of.carriedOver.length > 0 && (
        <p>{t('monthEnd.carriedPaper', { bills: of.carriedOver.map(({ billNo }) => billNo).join(t('kit.comma')) })}</p>
      )}
    </PrintPage>
  )
}

const sums = [
  'openingCents',
  'purchasedCents',
  'freightCents',
  'claimedCents',
  'soldCents',
  'lostCents',
  'adjustedCents',
  'closingCents',
  'salesNetCents',
] as const

/** What the month comes to, in the order in which it adds up; the margin last. */
function Sums({ of }: { of: MonthSettled }) {
  const rows = [
    ...sums.map(sum => ({ label: t(`monthSettles.${sum}`), cents: of.sums[sum] })),
    { label: t('monthEnd.margin'), cents: of.sums.salesNetCents - of.sums.soldCents },
  ]
  return (
    <>
      <h2>{t('monthEnd.sums')}</h2>
      <PrintTable
        label={t('monthEnd.sums')}
        rows={rows}
        columns={[
          { key: 'label', title: t('monthEnd.entry'), value: ({ label }) => label },
          { key: 'amount', title: titled(t('monthEnd.amountNet'), t('kit.unitMoney')), value: ({ cents }) => money(cents), end: true },
        ]}
      />
    </>
  )
}

function Lines({ place, lines }: { place: Place; lines: readonly MonthLine[] }) {
  if (lines.length === 0) return null
  const title = t(`monthEnd.place_${place}`)
  const unit = unitWords(place)
  const figures = shownFigures(place, lines)
  return (
    <>
      <h2>{`${title} · ${t('monthEnd.quantities', { unit })}`}</h2>
      <PrintTable
        label={title}
        rows={lines}
        columns={[
          { key: 'place', title: t('monthEnd.placeAndFuel'), value: line => `${placeWords(line)} ${line.fuelName}` },
          ...figures.map(figure => ({
            key: figure,
            title: figureWords(place, figure),
            value: (line: MonthLine) => quantityWords(place, line[figure]),
            end: true,
          })),
        ]}
        totals={{
          place: t('monthEnd.sums'),
          ...sumsOf(figures, figure =>
            quantityWords(
              place,
              sumOf(lines, line => line[figure]),
            ),
          ),
        }}
      />
      <h2>{`${title} · ${t('monthEnd.amounts')}`}</h2>
      <PrintTable
        label={title}
        rows={lines}
        columns={[
          { key: 'place', title: t('monthEnd.placeAndFuel'), value: line => `${placeWords(line)} ${line.fuelName}` },
          ...figures.map(figure => ({
            key: figure,
            title: figureWords(place, figure),
            value: (line: MonthLine) => money(line[`${figure}Cents`]),
            end: true,
          })),
          ...(place === 'station'
            ? [{ key: 'margin', title: t('monthEnd.margin'), value: (line: MonthLine) => money(marginOf(line)), end: true }]
            : []),
        ]}
        totals={{
          place: t('monthEnd.sums'),
          ...sumsOf(figures, figure => money(sumOf(lines, line => line[`${figure}Cents`]))),
          margin: money(sumOf(lines, marginOf)),
        }}
      />
    </>
  )
}

const sumOf = (lines: readonly MonthLine[], figure: (line: MonthLine) => number | null) =>
  lines.reduce((all, line) => all + (figure(line) ?? 0), 0)
const sumsOf = (figures: readonly MonthFigure[], words: (figure: MonthFigure) => string) =>
  Object.fromEntries(figures.map(figure => [figure, words(figure)]))
