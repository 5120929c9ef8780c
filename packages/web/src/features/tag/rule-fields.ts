/** What a member is asked after by a rule: where the search finds it, and what it is. */
export interface RuleField {
  readonly name: string
  readonly path: string
  readonly kind: 'recency' | 'cents' | 'centilitres' | 'integer' | 'records' | 'choices' | 'text'
  /** The records that are chosen from. */
  readonly ref?: string
  readonly options?: readonly string[]
}

const figure = <const N extends string>(name: N, kind: RuleField['kind']) => ({ name, path: name, kind })

/** In the order in which they are offered. @source decisions MK15 */
export const ruleFields = [
  { name: 'lastPurchaseDay', path: 'lastPurchaseDay', kind: 'recency' },
  figure('spent30Cents', 'cents'),
  figure('spent90Cents', 'cents'),
  figure('spent365Cents', 'cents'),
  figure('bought30Cl', 'centilitres'),
  figure('bought90Cl', 'centilitres'),
  figure('bought365Cl', 'centilitres'),
  figure('fills30', 'integer'),
  figure('fills90', 'integer'),
  figure('fills365', 'integer'),
  figure('keptBalanceCents', 'cents'),
  { name: 'level', path: 'level.id', kind: 'records', ref: 'memberLevels' },
  { name: 'station', path: 'purchases.station.id', kind: 'records', ref: 'stations' },
  { name: 'product', path: 'purchases.product.id', kind: 'records', ref: 'products' },
  { name: 'birthMonth', path: 'birthMonth', kind: 'choices', options: Array.from({ length: 12 }, (_, at) => String(at + 1)) },
  { name: 'fuelType', path: 'cars.fuelType', kind: 'choices', options: ['gasoline', 'diesel'] },
  { name: 'plate', path: 'userCards.plates', kind: 'text' },
] as const satisfies readonly RuleField[]
export type RuleFieldName = (typeof ruleFields)[number]['name']
export const ruleField = (name: string): RuleField | undefined => ruleFields.find(field => field.name === name)

export type Comparison = 'within' | 'notWithin' | 'never' | 'since' | 'until' | 'atLeast' | 'atMost' | 'anyOf' | 'contains'
const comparisons: Readonly<Record<RuleField['kind'], readonly Comparison[]>> = {
  recency: ['within', 'notWithin', 'never', 'since', 'until'],
  cents: ['atLeast', 'atMost'],
  centilitres: ['atLeast', 'atMost'],
  integer: ['atLeast', 'atMost'],
  records: ['anyOf'],
  choices: ['anyOf'],
  text: ['contains'],
}
export const comparisonsOf = ({ kind }: RuleField): readonly Comparison[] => comparisons[kind]
