import type { ClassSettlePreview } from '@forecourt/contract'
import { litres } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Litres } from '../../kit/detail/figures.tsx'
import { Amount } from '../../kit/form/amount.tsx'
import { Input } from '../../kit/ui.ts'
import { inLitres } from './block.tsx'
import { isCounted, type Dip, type Taken } from './counting.ts'
import { Measured } from './measured.tsx'
import { Gap } from './meters-table.tsx'

type Tank = ClassSettlePreview['tanks'][number]
interface TanksTableProps {
  tanks: readonly Tank[]
  dips: Taken['dips']
  onDip: (tankId: number, dip: Dip) => void
}

/** Where each tank began, what was delivered, where it stands, and what left it against what ran through the meters. */
export function TanksTable({ tanks, dips, onDip }: TanksTableProps) {
  const measured = tanks.filter(({ tankId, endCl }) => isCounted(dips[tankId]?.volumeCl) || endCl !== null).length
  return (
    <Measured
      title={t('settle.tanks')}
      help={t('settle.tanksHelp')}
      known={t('settle.tanksKnown', { count: tanks.length, known: measured })}
      columns={['tank', 'tankBegin', 'received', 'document', 'dip', 'drawn', 'gap']}>
      {tanks.map(tank => (
        <TankRow key={tank.tankId} of={tank} dip={dips[tank.tankId] ?? {}} onDip={dip => onDip(tank.tankId, dip)} />
      ))}
    </Measured>
  )
}

function TankRow({ of, dip, onDip }: { of: Tank; dip: Dip; onDip: (dip: Dip) => void }) {
  const { number, productName, beginCl, endCl, meteredCl } = of
  const end = isCounted(dip.volumeCl) ? dip.volumeCl : endCl
  // What was recorded as a delivery is not entered once more.
  const isRecorded = (of.deliveries ?? 0) > 0
  const received = isRecorded ? of.receivedCl : isCounted(dip.receivedCl) ? dip.receivedCl : 0
  const drawn = beginCl === null || end === null ? null : beginCl + received - end
  const name = t('settle.tankNo', { no: number })
  return (
    <tr>
      <th scope="row">
        {name} <small>{productName}</small>
      </th>
      <td className="k-end" data-label={inLitres(t('settle.tankBegin'))}>
        <Litres centilitres={beginCl} />
      </td>
      <td data-label={inLitres(t('settle.received'))}>
        {isRecorded ? (
          <Litres centilitres={received} />
        ) : (
          <Amount
            value={dip.receivedCl}
            onChange={receivedCl => onDip({ ...dip, receivedCl })}
            placeholder="0.00"
            aria-label={`${name} ${t('settle.received')}`}
          />
        )}
      </td>
      <td data-label={t('settle.document')}>
        {isRecorded ? (
          of.document || '—'
        ) : (
          <Input
            value={dip.document ?? ''}
            maxLength={60}
            disabled={!isCounted(dip.receivedCl) || dip.receivedCl === 0}
            onChange={event => onDip({ ...dip, document: event.target.value })}
            aria-label={`${name} ${t('settle.document')}`}
          />
        )}
      </td>
      <td data-label={inLitres(t('settle.dip'))}>
        <Amount
          value={dip.volumeCl}
          onChange={volumeCl => onDip({ ...dip, volumeCl })}
          placeholder={endCl === null ? undefined : litres(endCl)}
          aria-label={`${name} ${t('settle.dip')}`}
        />
      </td>
      <td className="k-end" data-label={inLitres(t('settle.drawn'))}>
        <Litres centilitres={drawn} />
      </td>
      <td className="k-end" data-label={inLitres(t('settle.gap'))}>
        <Gap centilitres={drawn === null || meteredCl === null ? null : drawn - meteredCl} />
      </td>
    </tr>
  )
}
