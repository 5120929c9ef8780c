import { count, inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'

const whole = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)

/** What of a kind has to be there; the rest of what its form asks may be left empty. */
const needed: Readonly<Record<string, readonly string[]>> = {
  amount: ['offCents'],
  percent: ['percent'],
  litre: ['centsPerL'],
  goods: ['itemId', 'pieces'],
}

function budgetWrong({ kind, budgetCents, capCents, upToCl }: Values): string | undefined {
  if (!whole(budgetCents)) return undefined
  if (kind === 'percent' && !whole(capCents)) return t('dealForm.budgetNeedsCap')
  return kind === 'litre' && !whole(upToCl) ? t('dealForm.budgetNeedsLitres') : undefined
}

/** What the parts of a coupon say of each other. `issued` of it were issued already. @source requirements MKT-015 to MKT-017 */
export function dealRules(values: Values, issued: number): Rules {
  const { kind, maxCount, perUser, unusedMost, startTime, endTime, autoIssue } = values
  const tooMany = whole(perUser) > 0 && whole(unusedMost) > whole(perUser)
  const tooEarly = Boolean(startTime && endTime) && Date.parse(endTime as string) <= Date.parse(startTime as string)
  const tooFew = whole(maxCount) > 0 && whole(maxCount) < issued
  const issuedAlready = t('dealForm.issuedAlready', { count: count(issued) })
  return {
    required: [...(needed[String(kind)] ?? [])],
    wrong: {
      unusedMost: tooMany ? t('dealForm.unusedBeyond', { count: count(whole(perUser)) }) : undefined,
      endTime: tooEarly ? t('dealForm.endBeforeStart') : undefined,
      maxCount: autoIssue && whole(maxCount) === 0 ? t('dealForm.autoNeedsCount') : tooFew ? issuedAlready : undefined,
      budgetCents: budgetWrong(values),
    },
    ...(issued > 0 && { limits: { maxCount: issuedAlready } }),
  }
}

/** `¥1,200.00 / ¥5,000.00` with how much of it that is; nothing where there is no budget. */
export function budgetOf(committedCents: number | null, budgetCents: number | null) {
  if (budgetCents === null || budgetCents === 0) return undefined
  const committed = committedCents ?? 0
  return {
    share: Math.min(100, Math.round((committed / budgetCents) * 100)),
    words: t('dealPage.ofBudget', { committed: inCurrency(committed), budget: inCurrency(budgetCents) }),
  }
}
