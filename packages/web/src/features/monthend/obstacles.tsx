import type { MonthPreview, Obstacle } from '@forecourt/contract'
import { litres, tons } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Checkbox } from '../../kit/ui.ts'

interface ObstaclesProps {
  of: MonthPreview
  carried: readonly number[]
  onCarry: (loads: readonly number[]) => void
}

const stands = new Set<Obstacle['kind']>(['stationDay', 'booksBehind', 'noteMissing', 'loadOpen'])

/** What stands against a month: what has to be put right first, what goes over, and what one should know. */
export function Obstacles({ of, carried, onCarry }: ObstaclesProps) {
  const blocking = of.against.filter(({ kind }) => stands.has(kind))
  const known = of.against.filter(({ kind }) => !stands.has(kind))
  return (
    <>
      <Section title={t('monthEnd.against', { count: of.blocking })}>
        {blocking.length === 0 && <p className="k-quiet">{t('monthEnd.nothingAgainst')}</p>}
        <ul className="me-against">
          {blocking.map((one, at) => (
            <li key={`${one.kind} ${one.recordId ?? at}`}>
              <Words of={one} />
              {one.kind === 'loadOpen' && (
                <Checkbox onChange={() => onCarry([...carried, one.recordId!])}>{t('monthEnd.carryOver')}</Checkbox>
              )}
            </li>
          ))}
          {of.carriedOver.map(({ transportId, billNo, weightKg }) => (
            <li key={transportId}>
              <span>{t('monthEnd.carried', { bill: billNo, tons: tons(weightKg) })}</span>
              <Checkbox checked onChange={() => onCarry(carried.filter(id => id !== transportId))}>
                {t('monthEnd.carryOver')}
              </Checkbox>
            </li>
          ))}
        </ul>
      </Section>
      {known.length > 0 && (
        <Section title={t('monthEnd.toKnow')}>
          <ul className="me-against">
            {known.map((one, at) => (
              <li key={at}>
                <Words of={one} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** One obstacle as a sentence that leads to where it is put right. */
function Words({ of: { kind, placeName, about, day, recordId, quantity } }: { of: Obstacle }) {
  const given = {
    place: placeName,
    about,
    day: day ?? '',
    quantity: quantity === null ? '' : kind === 'loadOpen' ? tons(quantity) : litres(quantity),
  }
  const text = t(`monthEnd.obstacle_${kind}`, given)
  if (kind === 'stationDay' || kind === 'booksBehind') return <PageLink page="daySettle">{text}</PageLink>
  if (kind === 'noteMissing') {
    return (
      <PageLink page="editOilInfo" params={{ oilInfoId: recordId! }}>
        {text}
      </PageLink>
    )
  }
  if (kind === 'loadOpen') {
    return (
      <PageLink page="transportDetails" params={{ transportId: recordId! }}>
        {text}
      </PageLink>
    )
  }
  return <span>{text}</span>
}
