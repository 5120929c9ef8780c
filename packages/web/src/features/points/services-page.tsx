import { points, type Returned, type services } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count, inCurrency, percent } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Money, StatusTag } from '../../kit/detail/figures.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { Drill } from '../../kit/links.ts'
import { addressOf } from '../../kit/page/address.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useServices, type ServiceType } from './use-services.ts'
import './points.css'

type Service = Returned<typeof services.list>['content'][number]
const types: readonly ServiceType[] = ['debit', 'score', 'level']

/** 增值服务: stored value, points and levels, each with its state and its rule; and what is owed of them. */
export default function ServicesPage() {
  const { data, error, refetch } = useServices()
  return (
    <>
      <PageHeader />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bones rows={8} />}
      {data && types.map(type => <Block key={type} type={type} own={data.content.filter(service => service.type === type)} />)}
      {data?.content.some(({ type }) => type === 'score') && <Owed />}
    </>
  )
}

function Block({ type, own }: { type: ServiceType; own: readonly Service[] }) {
  const mayWrite = useMay('card.product.write')
  const offered = mayWrite && (type === 'debit' || own.length === 0)
  return (
    <Section
      title={t(`servicesPage.${type}`)}
      actions={
        offered && (
          <Drill className="k-link" to={addressOf('openServices', {}, { type })}>
            {t(`servicesPage.openOne_${type}`)}
          </Drill>
        )
      }>
      {own.length === 0 ? (
        <p className="k-quiet">
          <strong>{t('servicesPage.notOpened')}</strong> {t(`servicesPage.notOpenedHelp_${type}`)}
        </p>
      ) : (
        <ul className="p-services">
          {own.map(each => (
            <li key={each.id}>
              <strong>{each.name}</strong>
              <span className="k-quiet">{t('services.state')}</span>
              <StatusTag of="services" field="state" value={each.state} />
              {each.endTime && <span>{t('servicesPage.until', { date: time(each.endTime, 'day') })}</span>}
              <span>{t('servicesPage.accounts', { count: each.accounts })}</span>
              <span className="k-quiet">{ruleWords(each)}</span>
              {mayWrite && (
                <Drill to={addressOf('editServices', {}, { id: each.id })}>{t('servicesPage.editOne', { name: each.name })}</Drill>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function ruleWords({ type, description, per, points: each = 0, months, payCents = null, payPercent = 100, levels = [] }: Service): string {
  if (type === 'debit') return description
  if (type === 'level')
    return levels.map(({ name, fromGrowth }) => t('servicesPage.levelLine', { name, growth: count(fromGrowth) })).join(t('kit.comma'))
  const earned = t(per === 'litre' ? 'servicesPage.perLitre' : 'servicesPage.perYuan', { points: String(each) })
  const pays =
    payCents === null ? t('servicesPage.payNothing') : t('servicesPage.pay', { worth: inCurrency(payCents), percent: percent(payPercent) })
  return [earned, months ? t('servicesPage.months', { months }) : t('servicesPage.never'), pays].join(' · ')
}

/** What the company owes its members today, and which points expire with each coming month. */
function Owed() {
  const { data, error, refetch } = useQuery({
    queryKey: ['points', 'owed'],
    queryFn: ({ signal }) => call(points.owed, {}, { signal, company: true }),
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={3} />
  return (
    <Section title={t('servicesPage.owed')}>
      <Figures
        of={[
          { label: t('servicesPage.owedPoints'), value: count(data.points) },
          { label: t('servicesPage.owedByMembers'), value: count(data.owedPoints) },
          { label: t('servicesPage.owedGifts'), value: <Money cents={data.giftCents} unit /> },
        ]}
      />
      <h3>{t('servicesPage.ends')}</h3>
      {data.ends.length === 0 ? (
        <p className="k-quiet">{t('servicesPage.noPoints')}</p>
      ) : (
        <Figures
          of={data.ends.map(({ month, points: held }) => ({
            label: month === null ? t('servicesPage.endsNever') : t('servicesPage.endsIn', { month }),
            value: count(held),
          }))}
        />
      )}
    </Section>
  )
}
