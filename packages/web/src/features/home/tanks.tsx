import type { ColoredFuel } from '@forecourt/contract'
import { litres, percent } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { TankDrawing } from '../../kit/draw/tank.tsx'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useTanks } from './use-day.ts'

/** Below this share of its volume a tank asks for a delivery. */
const lowShare = 0.15

/** Each tank with its level, the emptiest first. */
export function Tanks() {
  const { data, error, refetch, isLoading } = useTanks()
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (isLoading)
    return (
      <Section title={t('home.tanks')}>
        <Bones rows={3} />
      </Section>
    )
  if (!data) return null
  const rows = data.content
    .map(tank => ({
      ...tank,
      share: tank.volumeCl / tank.maxVolumeCl,
      fuel: tank['product'] as ({ name: string } & ColoredFuel) | undefined,
    }))
    .toSorted((one, other) => Number(one.measuredAt === null) - Number(other.measuredAt === null) || one.share - other.share)
  return (
    <Section
      title={t('home.tanks')}
      actions={
        <PageLink page="tankMge" orNothing>
          {t('home.all')}
        </PageLink>
      }>
      {rows.length === 0 && <Empty title={t('home.noTanks')} />}
      <ul className="home-tanks">
        {rows.map(({ id, number, fuel, share, volumeCl, maxVolumeCl, measuredAt, productId }) => {
          const full = Math.round(share * 100)
          const known = measuredAt !== null
          return (
            <li key={id}>
              <span>
                {t('home.tank', { number })} <b>{fuel?.name}</b>
              </span>
              <span
                className={known && share < lowShare ? 'home-low' : undefined}
                title={known ? t('home.measured', { time: time(measuredAt, 'minute') }) : undefined}>
                <PageLink page="tankMge" search={{ productId }} className="home-level">
                  {known ? `${litres(volumeCl).replace(/\.00$/, '')} ${t('home.litre')} · ${percent(full)}` : t('home.neverMeasured')}
                </PageLink>
              </span>
              <TankDrawing
                volumeCl={known ? volumeCl : 0}
                maxVolumeCl={maxVolumeCl}
                fuel={fuel}
                label={t('home.level', { number, percent: full })}
              />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
