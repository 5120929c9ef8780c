import type { ClassSettlePreview } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { Litres } from '../../kit/detail/figures.tsx'
import { Amount } from '../../kit/form/amount.tsx'
import { litres } from '../../core/money.ts'
import { inLitres } from './block.tsx'
import { isCounted, type Readings } from './counting.ts'
import { Measured } from './measured.tsx'

interface MetersTableProps {
  nozzles: ClassSettlePreview['nozzles']
  readings: Readings
  onRead: (nozzleControlId: number, totaliserCl: number | null) => void
}

/** Where each meter began, where it stands, and what ran through it against what was sold. */
export function MetersTable({ nozzles, readings, onRead }: MetersTableProps) {
  const rows = nozzles.map(nozzle => ({ ...nozzle, ...standOf(nozzle, readings[nozzle.nozzleControlId]) }))
  const known = rows.flatMap(({ gapCl }) => (gapCl === null ? [] : [gapCl]))
  const sum = known.reduce((all, gapCl) => all + gapCl, 0)
  return (
    <Measured
      title={t('settle.meters')}
      help={t('settle.metersHelp')}
      known={t('settle.metersKnown', { count: nozzles.length, known: known.length, gap: litres(sum) })}
      columns={['nozzle', 'begin', 'end', 'metered', 'sold', 'gap']}>
      {rows.map(nozzle => (
        <Meter
          key={nozzle.nozzleControlId}
          of={nozzle}
          reading={readings[nozzle.nozzleControlId]}
          onRead={totaliserCl => onRead(nozzle.nozzleControlId, totaliserCl)}
        />
      ))}
    </Measured>
  )
}

/** Where a meter stands by what was read, or reported; a reading that runs backwards says nothing. */
function standOf({ beginCl, endCl, soldCl }: ClassSettlePreview['nozzles'][number], reading: number | null | undefined) {
  const end = isCounted(reading) ? reading : endCl
  const meteredCl = beginCl !== null && end !== null && end >= beginCl ? end - beginCl : null
  return { meteredCl, gapCl: meteredCl === null ? null : meteredCl - soldCl }
}

function Meter({
  of: { logicNo, itemName, beginCl, endCl, soldCl, meteredCl, gapCl },
  reading,
  onRead,
}: {
  of: ClassSettlePreview['nozzles'][number] & ReturnType<typeof standOf>
  reading: number | null | undefined
  onRead: (totaliserCl: number | null) => void
}) {
  const name = t('settle.nozzleNo', { no: logicNo })
  const reported = endCl === null ? undefined : litres(endCl)
  return (
    <tr>
      <th scope="row">
        {name} <small>{itemName}</small>
      </th>
      <td className="k-end" data-label={inLitres(t('settle.begin'))}>
        <Litres centilitres={beginCl} />
      </td>
      <td data-label={inLitres(t('settle.end'))}>
        <Amount
          value={reading}
          onChange={value => onRead(value ?? null)}
          placeholder={reported}
          aria-label={`${name} ${t('settle.end')}`}
        />
      </td>
      <td className="k-end" data-label={inLitres(t('settle.metered'))}>
        <Litres centilitres={meteredCl} />
      </td>
      <td className="k-end" data-label={inLitres(t('settle.sold'))}>
        <Litres centilitres={soldCl} />
      </td>
      <td className="k-end" data-label={inLitres(t('settle.gap'))}>
        <Gap centilitres={gapCl} />
      </td>
    </tr>
  )
}

/** What ran through a meter and was not sold, or the other way round. */
export function Gap({ centilitres }: { centilitres: number | null }) {
  if (centilitres === null) return <Litres centilitres={null} />
  const tone = centilitres === 0 ? '' : centilitres > 0 ? 'settle-over' : 'settle-short'
  return (
    <span className={`k-number ${tone}`}>
      {centilitres > 0 ? '+' : ''}
      {litres(centilitres)}
    </span>
  )
}
