import type { JudgedLine, JudgeRule } from '@forecourt/contract'
import { Refusal } from '../../platform/execution/refusal.ts'
import type { Fill, Found, Usage } from './facts.ts'
import type { Limit } from './limit.ts'
import { limitsOf } from './limits.ts'

export interface Judgement {
  /** Every rule, in the order in which they are asked. */
  readonly lines: readonly JudgedLine[]
  /** The first that refuses. */
  readonly deciding: JudgedLine | undefined
  readonly refusal: Refusal | undefined
  /** Limits that are broken and refuse nothing. */
  readonly alerts: readonly JudgedLine[]
}

/** What a fleet or a station agreed on; the rest is the account's own state, which others watch over. */
const limitRules: readonly JudgeRule[] = ['validity', 'place', 'time', 'product', 'plate', 'fill', 'day', 'month']

/**
 * What stands against a payment of a card, rule by rule; of a rule the narrowest limit first, whether the card's own or its profile's.
 * It asks nobody and changes nothing: payments and those who ask beforehand are told the same. @source decisions CD21, CD22
 */
export function judge(card: Found, fill: Fill, usage: Usage): Judgement {
  const judged = limitsOf(card, fill, usage).map(limit => ({ limit, line: lineOf(limit, fill.delivered) }))
  const lines = judged.map(({ line }) => line)
  const first = judged.find(({ line }) => line.verdict === 'refused')
  return {
    lines,
    deciding: first?.line,
    refusal: first && new Refusal(first.limit.code, detailOf(card, first)),
    alerts: lines.filter(({ rule, verdict }) => verdict === 'alerted' && limitRules.includes(rule)),
  }
}

const detailOf = ({ number, named }: Found, { limit: { code, detail } }: { readonly limit: Limit }) => ({
  number: code === 'card.replaced' ? named : number,
  ...detail,
})

function lineOf({ rule, measure, source, value, used, onBreach = 'refuse', broken, code }: Limit, delivered: boolean): JudgedLine {
  const bare = { rule, measure, source, value: value ?? null, used: used ?? null, onBreach }
  if (source === null) return { ...bare, verdict: 'free', code: null }
  if (broken === undefined) return { ...bare, verdict: 'open', code: null }
  if (!broken) return { ...bare, verdict: 'kept', code: null }
  return { ...bare, verdict: delivered || onBreach === 'alert' ? 'alerted' : 'refused', code }
}
