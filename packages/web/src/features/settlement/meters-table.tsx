import type { ClassSettlePreview } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { Litres } from '../../kit/detail/figures.tsx'
import { Amount } from '../../kit/form/amount.tsx'
import { litres } from '../../core/money.ts'

export type Readings = Readonly<Record<number, number | null>>

/** Where each meter began, where it stands, and what ran through it against what was sold. */
export function MetersTable({
  nozzles,
  readings,
  onRead,
}: {
  nozzles: ClassSettlePreview['nozzles']
  readings: Readings
  onRead: (nozzleControlId: number, totaliserCl: number | null) => void
}) {
  return (
    <details className="settle-meters">
      <summary>{t('settle.meters')}</summary>
      <p className="k-help">{t('settle.metersHelp')}</p>
      <div className="settle-scroll">
        <table className="settle-count" aria-label={t('settle.meters')}>
          <thead>
            <tr>
              <th scope="col">{t('settle.nozzle')}</th>
              <th scope="col" className="k-end">
                {t('settle.begin')}
              </th>
              <th scope="col" className="k-end">
                {t('settle.end')}
              </th>
              <th scope="col" className="k-end">
                {t('settle.metered')}
              </th>
              <th scope="col" className="k-end">
                {t('settle.sold')}
              </th>
              <th scope="col" className="k-end">
                {t('settle.gap')}
              </th>
            </tr>
          </thead>
          <tbody>
            {nozzles.map(nozzle => (
              <Meter
                key={nozzle.nozzleControlId}
                of={nozzle}
                reading={readings[nozzle.nozzleControlId]}
                onRead={totaliserCl => onRead(nozzle.nozzleControlId, totaliserCl)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function Meter({
  of: { logicNo, itemName, beginCl, endCl, soldCl },
  reading,
  onRead,
}: {
  of: ClassSettlePreview['nozzles'][number]
  reading: number | null | undefined
  onRead: (totaliserCl: number | null) => void
}) {
  const end = reading ?? endCl
  const metered = beginCl !== null && end !== null && end >= beginCl ? end - beginCl : null
  const name = t('settle.nozzleNo', { no: logicNo })
  const told = endCl === null ? undefined : litres(endCl)
  return (
    <tr>
      <th scope="row">
        {name} <small>{itemName}</small>
      </th>
      <td className="k-end">
        <Litres centilitres={beginCl} />
      </td>
      <td>
        <Amount value={reading} onChange={value => onRead(value ?? null)} placeholder={told} aria-label={`${name} ${t('settle.end')}`} />
      </td>
      <td className="k-end">
        <Litres centilitres={metered} />
      </td>
      <td className="k-end">
        <Litres centilitres={soldCl} />
      </td>
      <td className="k-end">
        <Gap centilitres={metered === null ? null : metered - soldCl} />
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
