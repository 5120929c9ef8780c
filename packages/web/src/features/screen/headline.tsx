import { change, count, litres, money, percent, unknown } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { CountUp } from '../../kit/count-up.tsx'
import type { Sold } from './figures.ts'
import type { LiveFeed } from './live-feed.ts'

const whole = (hundredths: number) => count(Math.round(hundredths / 100))
const average = ({ totalCents, orders }: Sold) => (orders === 0 ? 0 : Math.round(totalCents / orders))

/** Today beside the same weekday until the same time, as large as the room wants it. */
export function Headline({ now, before, running }: { now: Sold | undefined; before: Sold; running: LiveFeed['running'] }) {
  return (
    <dl className="ds-headline">
      <Figure main label={t('screen.turnover')} now={now?.totalCents} before={before.totalCents} write={money} short={whole} />
      <Figure label={t('screen.litres')} now={now?.volumeCl} before={before.volumeCl} write={litres} short={whole} />
      <Figure label={t('screen.orders')} now={now?.orders} before={before.orders} write={count} />
      <Figure label={t('screen.average')} now={now && average(now)} before={average(before)} write={money} none={now?.orders === 0} />
      <Running running={running} />
    </dl>
  )
}

interface FigureProps {
  label: string
  now: number | undefined
  before: number
  write: (value: number) => string
  short?: (value: number) => string
  main?: boolean
  none?: boolean
}

function Figure({ label, now, before, write, short = write, main = false, none = false }: FigureProps) {
  const by = now === undefined ? undefined : change(now, before)
  return (
    <div className={main ? 'ds-figure ds-main' : 'ds-figure'}>
      <dt>{label}</dt>
      <dd className="ds-big">{now === undefined || none ? unknown : <CountUp value={now} write={write} />}</dd>
      <dd className="ds-against">
        {by === undefined ? (
          <span>{now === undefined ? unknown : t('screen.noneBefore')}</span>
        ) : (
          <>
            <b className={by < 0 ? 'ds-down' : 'ds-up'}>
              <span aria-hidden="true">{by < 0 ? '▼' : '▲'}</span> {by > 0 && '+'}
              {percent(by)}
            </b>
            <span>{t('screen.lastWeek', { figure: short(before) })}</span>
          </>
        )}
      </dd>
    </div>
  )
}

/** What flows at this moment. */
function Running({ running }: { running: LiveFeed['running'] }) {
  const cents = [...running.values()].reduce((sum, { amountCents }) => sum + amountCents, 0)
  return (
    <div className={running.size > 0 ? 'ds-figure ds-flows' : 'ds-figure'}>
      <dt>{t('screen.running')}</dt>
      <dd className="ds-big">{count(running.size)}</dd>
      <dd className="ds-against">
        <span>{t('screen.runningNow', { amount: money(cents) })}</span>
      </dd>
    </div>
  )
}
