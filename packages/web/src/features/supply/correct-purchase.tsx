import { purchaseCorrectionCalls, purchaseCorrectionProof, type purchaseCorrections, type Returned, type RowOf } from '@forecourt/contract'
import { call } from '../../core/api.ts'
import { inCurrency, tons } from '../../core/money.ts'
import { today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { Preview } from '../../kit/form/act-form.tsx'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { Purchase } from './purchase-form.tsx'

type Foreseen = Returned<typeof purchaseCorrectionCalls.preview>

export const correctionColumns: readonly ColumnInput<RowOf<typeof purchaseCorrections>>[] = [
  { path: 'day', width: 120 },
  'weightKg',
  'amountCents',
  'netCents',
  { path: 'reason', width: 260 },
  { path: 'enteredById', width: 140 },
  { path: 'createdDate', width: 170 },
]
const fields = ['day', 'weightKg', 'amountCents', 'reason']
const changes = ['purchaseCorrections', 'purchaseContracts', 'depots', 'depotTransfers', 'monthSettles', 'auditLogs']

/** 更正: what a settled contract was more or less than it said, booked on a day of the open month; the form shows before and after. */
export function CorrectPurchase({ of }: { of: Purchase }) {
  return (
    <ActButton
      of={purchaseCorrectionCalls.correct}
      id={of.id}
      words="purchaseCorrections"
      label={t('supply.correct')}
      title={t('supply.correctTitle', { number: of.number })}
      fields={fields}
      changes={changes}
      defaults={{ day: today() }}
      preview={(values: Values) => previewOf(of.id, values)}
      rules={(values, foreseen: Foreseen | undefined) => rulesOf(values, foreseen)}
      effect={() => t('supply.correctHelp', { month: of.day.slice(0, 7) })}
      pinFor={({ amountCents }) => purchaseCorrectionProof(of.id, amountCents as number)}
      submitLabel={t('supply.correct')}
      done={t('supply.corrected')}
    />
  )
}

const figure = (value: unknown): number | undefined => (typeof value === 'number' && !Number.isNaN(value) ? value : undefined)

function previewOf(id: number, { day, weightKg, amountCents }: Values): Preview<Foreseen> | undefined {
  if (typeof day !== 'string') return undefined
  const body = { day, weightKg: figure(weightKg) ?? 0, amountCents: figure(amountCents) ?? 0 }
  return {
    key: ['purchaseCorrections', 'preview', id, body],
    read: signal => call(purchaseCorrectionCalls.preview, { id, body }, { signal }),
  }
}

function rulesOf(values: Values, foreseen: Foreseen | undefined): Rules {
  const [kg, cents] = [figure(values['weightKg']), figure(values['amountCents'])]
  if (!foreseen) return {}
  const after = (before: number, by: number | undefined) => (by === undefined ? undefined : before + by)
  return {
    wrong: { ...wrongKg(foreseen, kg), ...wrongCents(foreseen, kg, cents) },
    figures: [
      { label: t('supply.contractTons'), unit: 'tons', before: foreseen.weightKg, after: after(foreseen.weightKg, kg) },
      { label: t('supply.contractAmount'), unit: 'money', before: foreseen.amountCents, after: after(foreseen.amountCents, cents) },
    ],
  }
}

function wrongKg({ weightKg, mostKg }: Foreseen, kg: number | undefined) {
  if (kg === undefined || kg >= 0) return {}
  if (weightKg + kg < 0) return { weightKg: t('supply.correctMost', { most: `${tons(weightKg)} ${t('kit.unitTon')}` }) }
  return -kg > mostKg ? { weightKg: t('supply.correctHeld', { most: tons(mostKg) }) } : {}
}

function wrongCents({ amountCents }: Foreseen, kg: number | undefined, cents: number | undefined) {
  if (cents === undefined) return {}
  if (amountCents + cents < 0) return { amountCents: t('supply.correctMost', { most: inCurrency(amountCents) }) }
  if (kg !== undefined && Math.sign(kg) * Math.sign(cents) < 0) return { amountCents: t('supply.correctBothWays') }
  return kg === 0 && cents === 0 ? { amountCents: t('supply.correctNothing') } : {}
}
