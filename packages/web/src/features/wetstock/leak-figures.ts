import type { TankLeakTest } from '@forecourt/contract'
import { leakClPerHour } from '@forecourt/contract/measure/sir.ts'
import { minus, unknown } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'

/** Litres an hour, with three places: a leak that must be found is 0.757. */
export const perHour = (centilitres: number): string => {
  const text = Math.abs(centilitres / 100).toFixed(3)
  return centilitres < 0 && Number(text) !== 0 ? `${minus}${text}` : text
}

/** The verdict, and where nothing is known what is missing. */
export function verdictWords({ verdict, reason, missingHours, missingStretches }: TankLeakTest): string {
  if (verdict !== 'unknown') return t(`leakTest.verdict_${verdict}`)
  if (reason === 'noTemperature') return t('leakTest.noTemperature')
  return t('leakTest.tooShort', { hours: missingHours.toFixed(1), stretches: missingStretches })
}

export const leakFacts = ({ found, hours, stretches }: TankLeakTest): { label: string; value: string }[] => [
  { label: t('reconciliation.rate'), value: found ? perHour(found.rate) : unknown },
  { label: t('reconciliation.error'), value: found ? perHour(found.standardError) : unknown },
  { label: t('reconciliation.threshold'), value: found ? perHour(found.threshold) : unknown },
  { label: t('reconciliation.detectable'), value: found ? perHour(found.detectable) : unknown },
  { label: t('reconciliation.mustFind'), value: perHour(leakClPerHour) },
  { label: t('leakTest.hours'), value: hours.toFixed(1) },
  { label: t('leakTest.count'), value: String(stretches.length) },
]
