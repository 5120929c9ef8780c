import type { RecentRange } from '@forecourt/contract/start'
import type { ReactNode } from 'react'
import { litres, money, percent } from '../../core/money.ts'
import { zone } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { fuelColor } from '../../kit/draw/fuel-color.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { daysOf } from './ranges.ts'
import { useFuelsOf, useWaysOf, type SalesLine } from './use-day.ts'
import './shares.css'

interface SharesProps {
  readonly range: RecentRange
  readonly measure: 'volumeCl' | 'totalCents'
}

/** Of what the sales of a time are made: the fuels, and the ways in which they were paid. */
export function Shares({ range, measure }: SharesProps) {
  const fuels = useFuelsOf(range)
  const ways = useWaysOf(range)
  const days = daysOf(range, Temporal.Now.instant().toString(), zone())
  const writeFuel = (value: number) => (measure === 'volumeCl' ? `${litres(value)} ${t('home.litre')}` : money(value))
  return (
    <div className="home-shares">
      <Share
        title={t('home.fuels')}
        query={fuels}
        write={writeFuel}
        rows={line => ({
          name: line.name ?? t('home.otherGoods'),
          value: line[measure],
          words: writeFuel(line[measure]),
          color: line.color ? fuelColor({ color: line.color }) : undefined,
          page: 'fuelQuery',
          search: { createdDate: days, ...(line.key && { 'lineItems.item.productId': line.key }) },
        })}
      />
      <Share
        title={t('home.ways')}
        query={ways}
        write={money}
        rows={line => ({
          name: line.key ? choiceLabel('orders', 'payType', line.key) : t('home.notPaid'),
          value: line.totalCents,
          words: money(line.totalCents),
          page: 'allQuery',
          search: { createdDate: days, ...(line.key && { 'transactions.payType': line.key }) },
        })}
      />
    </div>
  )
}

interface Row {
  readonly name: string
  readonly value: number
  readonly words: string
  readonly color?: string | undefined
  readonly page: 'fuelQuery' | 'allQuery'
  readonly search: Record<string, string>
}
interface ShareProps {
  readonly title: string
  readonly query: ReturnType<typeof useFuelsOf>
  readonly write: (value: number) => string
  readonly rows: (line: SalesLine) => Row
}

/** Each with its part of the whole, the largest first. The name opens the sales behind it. */
function Share({ title, query: { data, error, refetch, isLoading }, write, rows }: ShareProps) {
  if (!data)
    return (
      (error || isLoading) && (
        <Section title={title}>{error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones rows={3} />}</Section>
      )
    )
  const all = data
    .map(rows)
    .filter(({ value }) => value > 0)
    .toSorted((one, other) => other.value - one.value)
  const sum = sumOf(all)
  const rest = all.slice(shownMost)
  return (
    <Section title={title}>
      {all.length === 0 && <p className="home-nothing">{t('home.nothingSold')}</p>}
      <ul className="home-share">
        {all.slice(0, shownMost).map(row => (
          <Part key={row.name} part={row.value / sum} color={row.color}>
            <PageLink page={row.page} search={row.search}>
              {row.name}
            </PageLink>
            <span>{row.words}</span>
          </Part>
        ))}
        {rest.length > 0 && (
          <Part part={sumOf(rest) / sum}>
            <span>{t('home.rest', { count: rest.length })}</span>
            <span>{write(sumOf(rest))}</span>
          </Part>
        )}
      </ul>
    </Section>
  )
}

/** More of them tell nobody anything: the others stand together. */
const shownMost = 6
const sumOf = (rows: readonly Row[]) => rows.reduce((total, { value }) => total + value, 0)

interface PartProps {
  readonly part: number
  readonly color?: string | undefined
  readonly children: ReactNode
}
const Part = ({ part, color, children }: PartProps) => (
  <li>
    {children}
    <span className="home-share-part">{percent(100 * part, 1)}</span>
    <i aria-hidden="true">
      <i style={{ width: `${100 * part}%`, ...(color && { background: color }) }} />
    </i>
  </li>
)
