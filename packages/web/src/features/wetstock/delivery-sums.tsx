import type { DeliveryAtReference } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { litres } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { reasonWords } from '../../kit/measure/measured.ts'
import { MeasuredValue } from '../../kit/measure/measured-value.tsx'

interface Sums {
  readonly offloadedCl: number | null
  readonly soldCl: number
  readonly totalCl: number | null
  readonly profitLossCl: number | null
  readonly signedCl?: number | null
}
/** What may be lost, and by which rule. */
export interface Allowed {
  readonly allowedLossCl: number | null
  readonly allowedBy: string | null
}
interface Line {
  readonly key: 'offloadedCl' | 'soldCl' | 'totalCl' | 'deliveryVolumeCl' | 'profitLossCl' | 'signedCl'
  readonly observed: ReactNode
  readonly converted: ReactNode
  readonly short: boolean
}

const inLitres = (cl: number | null | undefined) => (cl == null ? '—' : `${litres(cl)} ${t('kit.unitLitre')}`)
const signed = (cl: number | null | undefined) => (cl == null || cl <= 0 ? inLitres(cl) : `+${inLitres(cl)}`)
const isShort = (...cls: (number | null | undefined)[]) => cls.some(cl => (cl ?? 0) < 0)

function linesOf(of: Sums | undefined, noteCl: number | null, at: DeliveryAtReference | null | undefined): Line[] {
  const { sold, note } = at?.volumes ?? {}
  return [
    { key: 'offloadedCl', observed: inLitres(of?.offloadedCl), converted: inLitres(at?.offloadedCl), short: isShort(of?.offloadedCl) },
    { key: 'soldCl', observed: inLitres(of?.soldCl), converted: sold && <MeasuredValue of={sold} />, short: false },
    { key: 'totalCl', observed: inLitres(of?.totalCl), converted: inLitres(at?.totalCl), short: false },
    { key: 'deliveryVolumeCl', observed: inLitres(noteCl), converted: note && <MeasuredValue of={note} />, short: false },
    {
      key: 'profitLossCl',
      observed: signed(of?.profitLossCl),
      converted: signed(at?.profitLossCl),
      // What heat alone has taken is no loss.
      short: isShort(at?.profitLossCl ?? of?.profitLossCl),
    },
    // Once its load was signed for, that is what the book of the tank takes in, whatever the note says.
    ...(of?.signedCl == null ? [] : [{ key: 'signedCl', observed: inLitres(of.signedCl), converted: undefined, short: false } as const]),
  ]
}

/** Why no figure at all is known at the reference temperature; undefined where one is. */
function whyNone(at: DeliveryAtReference | null | undefined): string | undefined {
  if (!at) return undefined
  const { before, after, sold, note } = at.volumes
  const all = [note, before, after, sold]
  const none = all.find(each => each?.none)?.none
  return none && all.every(each => !each?.figure) ? reasonWords(none) : undefined
}

interface DeliverySumsProps {
  readonly of: Sums | undefined
  readonly noteCl: number | null
  readonly at: DeliveryAtReference | null | undefined
  readonly allowed?: Allowed | undefined
}

/** 实收量 = 卸油量 + 付油量, beside what the note says: as observed, and at the reference temperature where that is known. */
export function DeliverySums({ of, noteCl, at: converted, allowed }: DeliverySumsProps) {
  const lossCl = converted?.profitLossCl ?? of?.profitLossCl
  const why = whyNone(converted)
  // Where nothing could be converted, why is said once rather than beside each figure.
  const at = why === undefined ? converted : undefined
  return (
    <>
      <table className="delivery-sums">
        <thead>
          <tr>
            <td />
            <th scope="col">{t('delivery.observed')}</th>
            {at && <th scope="col">{t('delivery.atReference', { celsius: at.settings.reference })}</th>}
          </tr>
        </thead>
        <tbody>
          {linesOf(of, noteCl, at).map(({ key, observed, converted, short }) => (
            <tr key={key} className={short ? 'delivery-short' : undefined}>
              <th scope="row">{t(`oilInfos.${key}`)}</th>
              <td>{observed}</td>
              {at && <td>{converted ?? '—'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {why && <p className="k-quiet">{t('delivery.notConverted', { celsius: converted!.settings.reference, why })}</p>}
      {allowed?.allowedLossCl != null && lossCl != null && (
        <Judged allowed={allowed.allowedLossCl} by={allowed.allowedBy} lossCl={lossCl} />
      )}
    </>
  )
}

/** Whether what is missing is within what may be lost. */
function Judged({ allowed, by, lossCl }: { allowed: number; by: string | null; lossCl: number }) {
  const beyondCl = -lossCl - allowed
  const words = { allowed: inLitres(allowed), by: by ?? '', beyond: inLitres(beyondCl) }
  return (
    <p className={beyondCl > 0 ? 'k-bad' : 'k-quiet'}>{t(beyondCl > 0 ? 'delivery.beyondAllowance' : 'delivery.withinAllowance', words)}</p>
  )
}
