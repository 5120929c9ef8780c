import type { MonthFigure, MonthLine, MonthSums } from '@forecourt/contract'
import { useState } from 'react'
import { money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Money } from '../../kit/detail/figures.tsx'
import { laterDialog } from '../../kit/later.tsx'
import { Button, Input } from '../../kit/ui.ts'
import type { BehindProps } from './behind-drawer.tsx'
import { DaysFile } from './days-file.tsx'
import {
  costWords,
  figureWords,
  marginOf,
  marginPerLitre,
  placeWords,
  quantityWords,
  shownFigures,
  unitWords,
  type Place,
} from './month-words.ts'

const DaysDrawer = laterDialog(async () => ({ default: (await import('./days-drawer.tsx')).DaysDrawer }))
const BehindDrawer = laterDialog(async () => ({ default: (await import('./behind-drawer.tsx')).BehindDrawer }))

interface Month {
  readonly month: string
  readonly lines: readonly MonthLine[]
  readonly sums: MonthSums
}
const places: readonly Place[] = ['depot', 'road', 'station']

/** The figures of a month: together, and of every fuel at every place; a press on one shows what it is made of. */
export function MonthFiguresView({ of }: { of: Month }) {
  const [asked, setAsked] = useState<Omit<BehindProps, 'onClose'>>()
  const [byDay, setByDay] = useState<MonthLine>()
  return (
    <>
      <Section title={t('monthEnd.sums')}>
        <div className="me-sums">
          <Sums of={of.sums} />
        </div>
      </Section>
      {places.map(place => {
        const lines = of.lines.filter(line => line.place === place)
        if (lines.length === 0) return null
        return (
          <Section key={place} title={t(`monthEnd.place_${place}`)}>
            {place === 'station' && <DaysFile month={of.month} />}
            <Lines place={place} lines={lines} onAsk={(line, figure) => setAsked({ month: of.month, line, figure })} onDays={setByDay} />
          </Section>
        )
      })}
      {asked && <BehindDrawer {...asked} onClose={() => setAsked(undefined)} />}
      {byDay && <DaysDrawer month={of.month} line={byDay} onClose={() => setByDay(undefined)} />}
    </>
  )
}

const Sums = ({ of }: { of: MonthSums }) => (
  <Figures
    of={[
      { label: t('monthSettles.openingCents'), value: <Money cents={of.openingCents} unit /> },
      { label: t('monthSettles.purchasedCents'), value: <Money cents={of.purchasedCents} unit /> },
      { label: t('monthSettles.freightCents'), value: <Money cents={of.freightCents} unit /> },
      { label: t('monthSettles.claimedCents'), value: <Money cents={of.claimedCents} unit /> },
      { label: t('monthSettles.soldCents'), value: <Money cents={of.soldCents} unit /> },
      { label: t('monthSettles.lostCents'), value: <Money cents={of.lostCents} unit /> },
      { label: t('monthSettles.adjustedCents'), value: <Money cents={of.adjustedCents} unit /> },
      { label: t('monthSettles.closingCents'), value: <Money cents={of.closingCents} unit /> },
      { label: t('monthSettles.salesNetCents'), value: <Money cents={of.salesNetCents} unit /> },
      { label: t('monthEnd.margin'), value: <Money cents={of.salesNetCents - of.soldCents} unit /> },
    ]}
  />
)

/** Of more lines so many are drawn until somebody wants the others. */
const portion = 60

interface LinesProps {
  place: Place
  lines: readonly MonthLine[]
  onAsk: (line: MonthLine, figure: MonthFigure) => void
  onDays: (line: MonthLine) => void
}

function Lines({ place, lines, onAsk, onDays }: LinesProps) {
  const [text, setText] = useState('')
  const [all, setAll] = useState(false)
  const found = lines.filter(line => `${line.placeName} ${line.fuelName}`.toLowerCase().includes(text.trim().toLowerCase()))
  const shown = all ? found : found.slice(0, portion)
  const title = t(`monthEnd.place_${place}`)
  const figures = shownFigures(place, lines)
  return (
    <>
      {lines.length > 12 && (
        <Input
          className="me-find"
          allowClear
          aria-label={t('monthEnd.find')}
          placeholder={t('monthEnd.find')}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      )}
      <div className="me-table" tabIndex={0} role="region" aria-label={title}>
        <table>
          <Head place={place} figures={figures} />
          <tbody>
            {shown.map(line => (
              <Line
                key={`${line.depotId ?? line.stationId} ${line.productId ?? line.baseFuelId}`}
                line={line}
                figures={figures}
                onAsk={onAsk}
                onDays={onDays}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < found.length && (
        <Button onClick={() => setAll(true)}>{t('monthEnd.showAll', { count: found.length - shown.length })}</Button>
      )}
    </>
  )
}

const Head = ({ place, figures }: { place: Place; figures: readonly MonthFigure[] }) => (
  <thead>
    <tr>
      <th scope="col">{t('monthEnd.placeAndFuel')}</th>
      {figures.map(figure => (
        <th key={figure} scope="col" className="me-figure">
          {figureWords(place, figure)}
          <small>{t('monthEnd.unitAndMoney', { unit: unitWords(place) })}</small>
        </th>
      ))}
      <th scope="col" className="me-figure">
        {t('monthEnd.cost')}
        <small>{t('monthEnd.perUnit', { unit: unitWords(place) })}</small>
      </th>
      {place === 'station' && (
        <th scope="col" className="me-figure">
          {t('monthEnd.margin')}
          <small>{t('monthEnd.marginUnit')}</small>
        </th>
      )}
    </tr>
  </thead>
)

interface LineProps extends Pick<LinesProps, 'onAsk' | 'onDays'> {
  line: MonthLine
  figures: readonly MonthFigure[]
}

function Line({ line, figures, onAsk, onDays }: LineProps) {
  const { place } = line
  return (
    <tr>
      <th scope="row">
        {placeWords(line)}
        <small>{line.fuelName}</small>
      </th>
      {figures.map(figure => (
        <td key={figure} className="me-figure" data-label={figureWords(place, figure)}>
          <Cell line={line} figure={figure} onAsk={onAsk} />
        </td>
      ))}
      <td className="me-figure" data-label={`${t('monthEnd.cost')} ${t('monthEnd.perUnit', { unit: unitWords(place) })}`}>
        {costWords(line)}
      </td>
      {place === 'station' && (
        <td className="me-figure" data-label={t('monthEnd.margin')}>
          <Margin line={line} onDays={onDays} />
        </td>
      )}
    </tr>
  )
}

/** Opens to its days, where anything was sold. */
function Margin({ line, onDays }: { line: MonthLine; onDays: LinesProps['onDays'] }) {
  const words = (
    <>
      {money(marginOf(line))}
      <small>{marginPerLitre(line)}</small>
    </>
  )
  if (line.sold === 0 && !line.salesNetCents) return <span>{words}</span>
  const label = t('monthEnd.daysTitle', { place: line.placeName, fuel: line.fuelName })
  return (
    <button type="button" className="me-open" title={label} onClick={() => onDays(line)}>
      {words}
    </button>
  )
}

/** What follows from the others has no documents of its own. */
const follows: ReadonlySet<MonthFigure> = new Set(['closing'])

function Cell({ line, figure, onAsk }: { line: MonthLine; figure: MonthFigure; onAsk: LinesProps['onAsk'] }) {
  const { place } = line
  const words = (
    <>
      {quantityWords(place, line[figure])}
      <small>{money(line[`${figure}Cents`])}</small>
    </>
  )
  const plain = follows.has(figure) || (place === 'station' && figure === 'lost') || line[figure] === 0
  const book = place === 'station' && figure === 'closing' && line.measured === false
  if (plain) {
    return (
      <span>
        {words}
        {book && <small className="k-quiet">{t('monthEnd.byBook')}</small>}
      </span>
    )
  }
  const label = t('monthEnd.openFigure', { place: placeWords(line), fuel: line.fuelName, figure: figureWords(place, figure) })
  return (
    <button type="button" className="me-open" title={label} onClick={() => onAsk(line, figure)}>
      {words}
    </button>
  )
}
