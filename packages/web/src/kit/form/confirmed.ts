import { configDefaults, type CompanySettings } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { session } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import type { Rules } from './rules.ts'
import type { Values } from './values.ts'

/** From which amount on, and from which change of a price on, a figure is entered twice here. A fleet's leader is at no station. */
export function confirmSetting(): CompanySettings['confirm'] {
  const { atStation, profile } = session()
  return atStation?.config?.confirm ?? profile?.fleet?.confirm ?? configDefaults.confirm
}

/** A whole number that was entered, cents or a count; nothing while there is none. */
export const wholeOf = (entered: unknown): number | undefined => (Number.isSafeInteger(entered) ? (entered as number) : undefined)

/** Whether an amount is so large that it is entered twice. */
export const isLarge = (cents: unknown): cents is number => typeof cents === 'number' && Math.abs(cents) >= confirmSetting().amountCents

/** For `when`: the second entry of an amount stands there while the amount is a large one. */
export const confirmWhen = (amountOf: (values: Values) => unknown = ({ amountCents }) => amountCents) => ({
  confirmAmountCents: (values: Values) => isLarge(amountOf(values)),
})

/** What the rules of an act say of a figure that is entered a second time under `name`. */
export function confirmRules(name: string, again: unknown, figure: number, help: string) {
  const differs = typeof again === 'number' && again !== figure
  return {
    required: [name],
    limits: { [name]: help },
    wrong: { [name]: differs ? t('act.differs', { amount: inCurrency(figure) }) : undefined },
    // 3 is on its way to 30,000: it is not called wrong while it is being typed.
    unfinished: differs && (figure / 100).toFixed(2).startsWith(String(again / 100)) ? [name] : [],
  } satisfies Rules
}

/** The same for an amount, while it is a large one. */
export const confirmAmount = ({ confirmAmountCents: again }: Values, amountCents: unknown) =>
  isLarge(amountCents)
    ? confirmRules('confirmAmountCents', again, amountCents, t('act.again', { limit: inCurrency(confirmSetting().amountCents) }))
    : undefined

/** Rules of several kinds as one. */
export const allRules = (...parts: (Rules | undefined)[]): Rules => ({
  wrong: Object.assign({}, ...parts.map(part => part?.wrong)),
  limits: Object.assign({}, ...parts.map(part => part?.limits)),
  required: parts.flatMap(part => part?.required ?? []),
  unfinished: parts.flatMap(part => part?.unfinished ?? []),
  figures: parts.flatMap(part => part?.figures ?? []),
})
