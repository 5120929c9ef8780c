import { count, money } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useShift } from './use-day.ts'

/** The shift that is running, since when, and what it has taken. */
export function ShiftNow() {
  const { data, error, refetch, isLoading } = useShift()
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (isLoading)
    return (
      <Section title={t('home.shift')}>
        <Bones rows={3} />
      </Section>
    )
  if (!data) return null
  const { running, sold, starter } = data
  const name = !running ? t('home.noShift') : running.isNatureDay ? t('home.natureDay') : t('home.shiftNo', { number: running.number })
  return (
    <Section
      title={t('home.shift')}
      actions={
        <PageLink page="classSettle" orNothing>
          {t('home.reports')}
        </PageLink>
      }>
      <p className="home-shift">
        <strong>{name}</strong>
        {running && (
          <span>
            {t('home.since', { time: time(running.startTime, 'minute') })}
            {starter && ` · ${starter}`}
          </span>
        )}
      </p>
      {running && sold && (
        <dl className="home-facts">
          <div>
            <dt>{t('home.due')}</dt>
            <dd>
              <PageLink page="allQuery" search={{ shiftId: running.id }}>
                {money(sold['totalCents'])}
              </PageLink>
            </dd>
          </div>
          <div>
            <dt>{t('home.paid')}</dt>
            <dd>
              <PageLink page="transactions" search={{ shiftId: running.id }}>
                {money(sold['paidCents'])}
              </PageLink>
            </dd>
          </div>
          <div>
            <dt>{t('home.count')}</dt>
            <dd>
              <PageLink page="allQuery" search={{ shiftId: running.id }}>
                {count(sold.count)}
              </PageLink>
            </dd>
          </div>
        </dl>
      )}
    </Section>
  )
}
