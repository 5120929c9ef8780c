import type { ErrorCode, JudgedLine, JudgeRule, OnBreach } from '@forecourt/contract'

export type Source = NonNullable<JudgedLine['source']>
export type Measure = JudgedLine['measure']
/** A limit as it is asked. `broken` is undefined where it depends on what is not known. */
export interface Limit {
  readonly rule: JudgeRule
  readonly measure: Measure
  readonly source: Source | null
  readonly value: unknown
  readonly used?: number
  readonly onBreach?: OnBreach | undefined
  readonly broken: boolean | undefined
  readonly code: ErrorCode
  readonly detail?: object
}
