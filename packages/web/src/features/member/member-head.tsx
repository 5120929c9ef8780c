import { memberSummary, type PageName, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { count, inCurrency, percent, unknown } from '../../core/money.ts'
import { may, session, useSession } from '../../core/session.ts'
import { addDays } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bars } from '../../kit/chart/bars.tsx'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Drill } from '../../kit/links.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { addressOf } from '../../kit/page/address.ts'
import { usePage } from '../../kit/page/use-page.ts'

type Summary = Returned<typeof memberSummary>
type Sales = NonNullable<Summary['contribution']>['running']

/** It is right whenever it is read; who keeps the page open sees it anew every minute. */
const everyMs = 60_000

/** 会员概览: how many members there are, when they last bought, and what they bring. Each figure opens its rows. @source decisions ME15 */
export function MemberHead() {
  const { visible } = usePage()
  const company = useSession(({ atStation }) => atStation?.company.id)
  const { data } = useQuery({
    queryKey: ['members', 'summary', company],
    enabled: visible,
    refetchInterval: everyMs,
    queryFn: ({ signal }) => call(memberSummary, {}, { signal, company: true }),
  })
  return <Section title={t('memberHead.title')}>{data ? <Head of={data} /> : <Awaited />}</Section>
}

/** The same figures before they have come, so that the list beneath does not move when they do. */
function Awaited() {
  const whole = ['members', 'added', 'bought30', 'bought90', 'asleep', 'never'] as const
  const shares = may('card.report.read') ? (['running', 'last', 'topFifth'] as const) : []
  return (
    <div aria-busy="true">
      <Figures
        of={[...whole, ...shares].map(name => ({
          label: t(`memberHead.${name}`),
          value: unknown,
          ...(isShare(name) && { note: '\u00A0' }),
        }))}
      />
      <details>
        <summary>{t('memberHead.months')}</summary>
      </details>
    </div>
  )
}
const isShare = (name: string) => ['running', 'last', 'topFifth'].includes(name)

function Head({ of: { scale, activity, contribution } }: { of: Summary }) {
  return (
    <>
      <Figures of={[...scaleOf(scale), ...activityOf(activity), ...(contribution ? contributionOf(contribution) : [])]} />
      <details>
        <summary>{t('memberHead.months')}</summary>
        <Months of={scale.months} />
      </details>
    </>
  )
}

function scaleOf({ members, months }: Summary['scale']) {
  const { month, added } = months.at(-1)!
  return [
    { label: t('memberHead.members'), value: count(members) },
    { label: t('memberHead.added'), value: rows('personalMember', { createdDate: `${month}..` }, count(added)) },
  ]
}

function activityOf({ today, bought30, bought90, asleep, never }: Summary['activity']) {
  const since = (period: string, figure: number) => rows('personalMember', { lastPurchaseDay: period }, count(figure))
  const [day30, day90] = [addDays(today, -29), addDays(today, -89)]
  return [
    { label: t('memberHead.bought30'), value: since(`${day30}..`, bought30) },
    { label: t('memberHead.bought90'), value: since(`${day90}..${addDays(day30, -1)}`, bought90) },
    { label: t('memberHead.asleep'), value: since(`..${addDays(day90, -1)}`, asleep) },
    { label: t('memberHead.never'), value: count(never) },
  ]
}

function contributionOf({ running, last, topFifth }: NonNullable<Summary['contribution']>) {
  const share = (label: string, { from, to, salesCents, memberCents }: Sales) => ({
    label,
    value: rows(
      'userCardDetails',
      { createdDate: `${from}..${to}`, type: 'consume', 'userCard.kind': 'personal,master,sub' },
      shareOf(memberCents, salesCents),
    ),
    note: t('memberHead.ofSales', { part: inCurrency(memberCents), all: inCurrency(salesCents) }),
  })
  return [
    share(t('memberHead.running'), running),
    share(t('memberHead.last'), last),
    ...(topFifth
      ? [
          {
            label: t('memberHead.topFifth'),
            value: shareOf(topFifth.topCents, last.salesCents),
            note: t('memberHead.topOf', { top: count(topFifth.topMembers), part: inCurrency(topFifth.topCents) }),
          },
        ]
      : []),
  ]
}

/** Of nothing there is no share. */
const shareOf = (part: number, all: number): string => percent(all === 0 ? null : (100 * part) / all, 1)

/** A figure that leads to what it counts, where the user may see that. */
function rows(page: PageName, search: Record<string, string>, figure: string): ReactNode {
  return <Drill to={mayOpen(page, session().profile) ? addressOf(page, {}, search) : undefined}>{figure}</Drill>
}

const Months = ({ of }: { of: Summary['scale']['months'] }) => (
  <Bars
    title={t('memberHead.months')}
    unit={t('memberHead.monthUnit')}
    bars={of.map(({ month, added }, nth) => ({ label: month.slice(0, 7), value: added, running: nth === of.length - 1 }))}
    write={count}
    names={{ value: t('memberHead.added'), before: '' }}
  />
)
