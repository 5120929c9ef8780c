import type { MonthLine, MonthSettled } from '@forecourt/contract'
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
  const amount = (label: string, cents: number) => ({ label: titled(label, t('kit.unitMoney')), value: money(cents) })
  const facts = [
    { label: t('monthSettles.month'), value: monthWords(of.month) },
    { label: t('monthSettles.createdDate'), value: `${of.confirmedBy} ${time(of.createdDate, 'minute')}`.trim() },
    amount(t('monthSettles.openingCents'), of.sums.openingCents),
    amount(t('monthSettles.purchasedCents'), of.sums.purchasedCents),
    amount(t('monthSettles.freightCents'), of.sums.freightCents),
    amount(t('monthSettles.claimedCents'), of.sums.claimedCents),
    amount(t('monthSettles.soldCents'), of.sums.soldCents),
    amount(t('monthSettles.lostCents'), of.sums.lostCents),
    amount(t('monthSettles.adjustedCents'), of.sums.adjustedCents),
    amount(t('monthSettles.closingCents'), of.sums.closingCents),
    amount(t('monthSettles.salesNetCents'), of.sums.salesNetCents),
    amount(t('monthEnd.margin'), of.sums.salesNetCents - of.sums.soldCents),
  ]
  return (
    <PrintPage
      a4Only
      back={{ page: 'settleMge', params: {} }}
      title={t('monthEnd.paperTitle', { month: monthWords(of.month) })}
      facts={facts}
      place={{ station: '', company }}
      signatures={[t('monthEnd.signMaker'), t('monthEnd.signChecker'), t('monthEnd.signHead')]}>
      {places.map(place => (
        <Lines key={place} place={place} lines={of.lines.filter(line => line.place === place)} />
      ))}
      {of.carriedOver.length > 0 && (
        <p>{t('monthEnd.carriedPaper', { bills: of.carriedOver.map(({ billNo }) => billNo).join(t('kit.comma')) })}</p>
      )}
    </PrintPage>
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
      />
    </>
  )
}
