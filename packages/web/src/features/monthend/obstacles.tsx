import { stations, type MonthPreview, type Obstacle, type PageName } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { litres, tons } from '../../core/money.ts'
import { useSession, type AtStation } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { moveTo } from '../../kit/move-station.ts'
import { useMayOpen } from '../../kit/page/access.ts'
import { addressOf, type Params } from '../../kit/page/address.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Button, Checkbox } from '../../kit/ui.ts'

interface ObstaclesProps {
  of: MonthPreview
  carried: readonly number[]
  onCarry: (loads: readonly number[]) => void
}

const stands = new Set<Obstacle['kind']>(['stationDay', 'booksBehind', 'noteMissing', 'loadOpen'])

/** What stands against a month: what has to be put right first, what goes over, and what one should know. */
export function Obstacles({ of, carried, onCarry }: ObstaclesProps) {
  const blocking = of.against.filter(({ kind }) => stands.has(kind))
  const some = useSome(blocking.filter(({ kind }) => kind !== 'loadOpen'))
  const known = of.against.filter(({ kind }) => !stands.has(kind))
  return (
    <>
      <Section title={t('monthEnd.against', { count: of.blocking })}>
        {blocking.length === 0 && <p className="k-quiet">{t('monthEnd.nothingAgainst')}</p>}
        <ul className="me-against">
          {some.shown.map((one, at) => (
            <li key={`${one.kind} ${one.recordId ?? at}`}>
              <Words of={one} />
            </li>
          ))}
          {some.more && <li>{some.more}</li>}
          {blocking
            .filter(({ kind }) => kind === 'loadOpen')
            .map(one => (
              <li key={one.recordId}>
                <Words of={one} />
                <Checkbox onChange={() => onCarry([...carried, one.recordId!])}>{t('monthEnd.carryOver')}</Checkbox>
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
      {known.length > 0 && <ToKnow of={known} />}
    </>
  )
}

/** Of more than these, the others are shown when somebody wants them: the figures come first. */
const fewNotes = 5

function useSome(of: readonly Obstacle[]) {
  const [all, setAll] = useState(false)
  const shown = all || of.length <= fewNotes + 1 ? of : of.slice(0, fewNotes)
  const left = of.length - shown.length
  return { shown, more: left > 0 && <Button onClick={() => setAll(true)}>{t('monthEnd.showAll', { count: left })}</Button> }
}

function ToKnow({ of }: { of: readonly Obstacle[] }) {
  const { shown, more } = useSome(of)
  return (
    <Section title={t('monthEnd.toKnow')}>
      <ul className="me-against">
        {shown.map((one, at) => (
          <li key={at}>
            <Words of={one} />
          </li>
        ))}
        {more && <li>{more}</li>}
      </ul>
    </Section>
  )
}

/** One obstacle as a sentence that leads to where it is put right. */
function Words({ of: { kind, placeName, about, day, recordId, quantity, stationId } }: { of: Obstacle }) {
  const given = {
    place: placeName,
    about,
    day: day ?? '',
    quantity: quantity === null ? '' : kind === 'loadOpen' ? tons(quantity) : litres(quantity),
  }
  const text = t(`monthEnd.obstacle_${kind}`, given)
  if (kind === 'stationDay' || kind === 'booksBehind') return <AtItsStation stationId={stationId!} page="daySettle" text={text} />
  if (kind === 'noteMissing')
    return <AtItsStation stationId={stationId!} page="editOilInfo" params={{ oilInfoId: recordId! }} text={text} />
  if (kind === 'loadOpen') {
    return (
      <PageLink page="transportDetails" params={{ transportId: recordId! }}>
        {text}
      </PageLink>
    )
  }
  return <span>{text}</span>
}

/** Leads to a page of a station: where one works in another, it is asked first whether to work there. */
function AtItsStation({ stationId, page, params = {}, text }: { stationId: number; page: PageName; params?: Params; text: string }) {
  const here = useSession(({ atStation }) => atStation?.id)
  const open = useMayOpen()
  if (stationId === here || !open(page)) {
    return (
      <PageLink page={page} params={params}>
        {text}
      </PageLink>
    )
  }
  const move = async () => {
    const query = { search: `id:${stationId}`, size: 1, expand: 'company' }
    const [station] = (await call(stations.list, { query }, { everywhere: true })).content
    if (station) moveTo(station as unknown as AtStation, addressOf(page, params))
  }
  return (
    <button type="button" className="me-open" onClick={() => void move()}>
      {text}
    </button>
  )
}
