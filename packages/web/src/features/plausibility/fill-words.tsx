import type { FillFigure, FillFigureName, FillRule } from '@forecourt/contract'
import { count, litres, unknown } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'

/** What wants an answer is strong; what was answered is not. */
const tones = { open: 'wait', fine: 'good', explained: 'off', misuse: 'bad' } as const
export const StatusOfAlert = ({ status }: { status: keyof typeof tones }) => (
  <span className={`k-tag k-${tones[status]}`}>{choiceLabel('fillAlerts', 'status', status)}</span>
)

const fuels: readonly FillFigureName[] = ['fuel', 'carFuel']

/** A figure with its unit, which the end of its name says. */
export function figureWords({ name, value }: FillFigure): string {
  if (typeof value === 'string') return fuels.includes(name) ? choiceLabel('cars', 'fuelType', value) : value || unknown
  if (name.endsWith('100Cl')) return t('fills.inPer100', { value: litres(value) })
  if (name.endsWith('Cl')) return t('fills.inLitres', { value: litres(value) })
  if (name.endsWith('KmH')) return t('fills.inKmH', { value: count(value) })
  if (name.endsWith('Km')) return t('fills.inKm', { value: oneDecimal(value) })
  if (name.endsWith('Hours'))
    return value >= 1 ? t('fills.inHours', { value: oneDecimal(value) }) : t('fills.inMinutes', { value: minutes(value) })
  return count(value)
}
const oneDecimal = (value: number) => (Number.isInteger(value) ? count(value) : value.toLocaleString('en-US', { maximumFractionDigits: 1 }))
const minutes = (hours: number) => count(Math.round(hours * 60))

export const figureLabel = (name: FillFigureName): string => t(`fills.figure_${name}`)

interface Reckoned {
  readonly rule: FillRule
  readonly reckoning: readonly FillFigure[]
}
const saidOf = ({ reckoning }: Reckoned): Readonly<Record<string, string>> =>
  Object.fromEntries(reckoning.map(figure => [figure.name, figureWords(figure)]))

/** What a rule found, in a sentence. */
export const gistOf = (alert: Reckoned): string => t(`fills.gist_${alert.rule}`, saidOf(alert))
