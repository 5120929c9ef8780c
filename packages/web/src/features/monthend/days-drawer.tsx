import { monthSettlement, type MonthDay, type MonthLine } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { litres, money, unknown } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { useFocusBack } from '../../kit/focus-back.ts'
import { titled } from '../../kit/label.ts'
import { Drawer } from '../../kit/ui.ts'
import { monthWords } from './month-words.ts'

export interface DaysProps {
  month: string
  line: MonthLine
  onClose: () => void
}

/** What a station earned by a fuel on each day; the days add up to the month. */
export function DaysDrawer({ month, line, onClose }: DaysProps) {
  useFocusBack()
  const body = { month, stationId: line.stationId!, productId: line.productId! }
  const { data, error, refetch } = useQuery({
    queryKey: ['monthSettles', 'days', body],
    queryFn: ({ signal }) => call(monthSettlement.days, { body }, { signal }),
    gcTime: 0,
    meta: saidOnPage,
  })
  return (
    <Drawer open size="large" onClose={onClose} title={t('monthEnd.daysTitle', { place: line.placeName, fuel: line.fuelName })}>
      <p className="k-quiet">{`${monthWords(month)} · ${t('monthEnd.daysNote')}`}</p>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bones rows={8} />}
      {data?.content.length === 0 && <Empty title={t('monthEnd.noDays')} />}
      {data && data.content.length > 0 && <Days rows={data.content} />}
    </Drawer>
  )
}

/** The margin of a litre; unknown where nothing was sold. */
const perLitre = (cents: number, soldCl: number): string => (soldCl > 0 ? money(Math.round((cents * 100) / soldCl)) : unknown)

const sumOf = (rows: readonly MonthDay[], field: 'soldCl' | 'salesNetCents' | 'costCents') => rows.reduce((all, row) => all + row[field], 0)

function Days({ rows }: { rows: readonly MonthDay[] }) {
  const heads = {
    sold: titled(t('monthEnd.sold'), t('kit.unitLitre')),
    sales: titled(t('monthSettles.salesNetCents'), t('kit.unitMoney')),
    cost: titled(t('monthSettles.soldCents'), t('kit.unitMoney')),
    margin: titled(t('monthEnd.margin'), t('kit.unitMoney')),
    perLitre: t('monthEnd.marginPerLitre'),
  }
  const total = { soldCl: sumOf(rows, 'soldCl'), salesNetCents: sumOf(rows, 'salesNetCents'), costCents: sumOf(rows, 'costCents') }
  const figures = ({ soldCl, salesNetCents, costCents }: typeof total) => (
    <>
      <Figure head={heads.sold}>{litres(soldCl)}</Figure>
      <Figure head={heads.sales}>{money(salesNetCents)}</Figure>
      <Figure head={heads.cost}>{money(costCents)}</Figure>
      <Figure head={heads.margin}>{money(salesNetCents - costCents)}</Figure>
      <Figure head={heads.perLitre}>{perLitre(salesNetCents - costCents, soldCl)}</Figure>
    </>
  )
  return (
    <div className="me-table" tabIndex={0} role="region" aria-label={t('monthEnd.daysOf')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('monthEnd.day')}</th>
            {Object.values(heads).map(head => (
              <th key={head} scope="col" className="me-figure">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.day}>
              <th scope="row">{row.day}</th>
              {figures(row)}
            </tr>
          ))}
          <tr>
            <th scope="row">{t('monthEnd.sums')}</th>
            {figures(total)}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

const Figure = ({ head, children }: { head: string; children: string }) => (
  <td className="me-figure" data-label={head}>
    {children}
  </td>
)
