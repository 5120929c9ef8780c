import { litres } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'

interface Sums {
  readonly offloadedCl: number | null
  readonly soldCl: number
  readonly totalCl: number | null
  readonly profitLossCl: number | null
}

const inLitres = (cl: number | null | undefined) => (cl == null ? '—' : `${litres(cl)} ${t('kit.unitLitre')}`)
const signed = (cl: number | null | undefined) => (cl == null || cl <= 0 ? inLitres(cl) : `+${inLitres(cl)}`)
const isShort = (cl: number | null | undefined) => (cl ?? 0) < 0

/** 实收量 = 卸油量 + 付油量, beside what the note says: each line follows from those above it. */
export function DeliverySums({ of, noteCl }: { of: Sums | undefined; noteCl: number | null }) {
  const lines = [
    { key: 'offloadedCl', words: inLitres(of?.offloadedCl), wrong: isShort(of?.offloadedCl) },
    { key: 'soldCl', words: `+ ${inLitres(of?.soldCl)}` },
    { key: 'totalCl', words: `= ${inLitres(of?.totalCl)}` },
    { key: 'deliveryVolumeCl', words: `− ${inLitres(noteCl)}` },
    { key: 'profitLossCl', words: `= ${signed(of?.profitLossCl)}`, wrong: isShort(of?.profitLossCl) },
  ] as const
  return (
    <dl className="delivery-sums">
      {lines.map(({ key, words, ...more }) => (
        <div key={key} className={'wrong' in more && more.wrong ? 'delivery-short' : undefined}>
          <dt>{t(`oilInfos.${key}`)}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}
