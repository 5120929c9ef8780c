import { z } from 'zod'
import type { PlainScriptField, ScriptDescription, ScriptField, ScriptWords } from '../script-form.ts'
import { Centilitres, Cents, metaOf, Pattern, Ref } from '../units.ts'
import { Plate } from '../validators.ts'

/** How a field stands on a form, besides what its schema says. */
type Drawn = Partial<Pick<PlainScriptField, 'type' | 'unit' | 'help' | 'buttons' | 'multiple'>> & {
  readonly name: ScriptWords
  readonly labels?: Readonly<Record<string | number, ScriptWords>>
}
/** Kept beside the schemas: what a document is does not depend on how its form looks. */
const scripts = z.registry<Drawn>()
const drawn = <S extends z.ZodType>(schema: S, script: Drawn): z.ZodOptional<S> => {
  scripts.add(schema, script)
  return z.optional(schema)
}

/** What happens where a limit is broken: the payment is refused, or made and told. 拒绝, 放行并提醒. @source decisions CD22 */
export const OnBreach = z.enum(['refuse', 'alert'])
export type OnBreach = z.output<typeof OnBreach>
const breach = (zh: string, en: string) =>
  drawn(z.enum(OnBreach.options), {
    name: { zh: `超出${zh}时`, en: `Beyond the ${en}` },
    buttons: true,
    labels: { refuse: { zh: '拒绝', en: 'Refuse' }, alert: { zh: '放行并提醒', en: 'Allow and alert' } },
  })
const money = (zh: string, en: string) => drawn(Cents.min(1).max(100_000_000_00), { name: { zh, en }, unit: { zh: '元', en: 'amount' } })
const litres = (zh: string, en: string) => drawn(Centilitres.min(1).max(10_000_000_00), { name: { zh, en }, unit: { zh: '升', en: 'L' } })
const records = (of: 'products' | 'items') => z.array(Ref(of)).min(1).max(200)
/** By the clock of the station of sale. */
const localMoment = () => z.iso.datetime({ local: true, precision: 0 }).regex(/^[^Z]*$/)
const weekdayLabels: Record<number, ScriptWords> = {
  1: { zh: '星期一', en: 'Monday' },
  2: { zh: '星期二', en: 'Tuesday' },
  3: { zh: '星期三', en: 'Wednesday' },
  4: { zh: '星期四', en: 'Thursday' },
  5: { zh: '星期五', en: 'Friday' },
  6: { zh: '星期六', en: 'Saturday' },
  7: { zh: '星期日', en: 'Sunday' },
}
function hour(zh: string, en: string, help: ScriptWords) {
  const time = Pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'timeOfDay')
  scripts.add(time, { name: { zh, en }, help })
  return time
}

/**
 * What a card may be used for: one document of a profile, or of a card itself, which narrows that of its profile. What is absent is not
 * limited. Money is in cents and fuel in centilitres, as everywhere; the form takes both with two decimals (`scriptOfRange`).
 * Its description is drawn from it (`describeRange`). @source requirements CRD-062, CRD-063; decisions CD21
 */
export const CardRangeOfUse = z
  .strictObject({
    validFrom: drawn(localMoment(), { name: { zh: '生效时间', en: 'Valid from' }, type: 'LocalDateTime' }),
    validUntil: drawn(localMoment(), { name: { zh: '失效时间', en: 'Valid until' }, type: 'LocalDateTime' }),
    validityBreach: breach('有效期', 'validity'),
    stationIds: drawn(z.array(Ref('stations')).min(1).max(500), { name: { zh: '可用油站', en: 'Stations' }, type: 'enum' }),
    placeBreach: breach('可用油站', 'stations'),
    weekdays: drawn(z.array(z.int().min(1).max(7)).min(1).max(7), {
      name: { zh: '可用星期', en: 'Weekdays' },
      type: 'enum',
      labels: weekdayLabels,
    }),
    hours: drawn(
      z
        .array(
          z.strictObject({
            from: hour('开始', 'From', { zh: '例如 08:30', en: 'For example 08:30' }),
            until: hour('结束', 'Until', { zh: '早于开始则到次日', en: 'Before the start: until the next day' }),
          }),
        )
        .min(1)
        .max(20),
      { name: { zh: '可用时段', en: 'Hours' } },
    ),
    timeBreach: breach('可用时间', 'hours'),
    productIds: drawn(records('products'), { name: { zh: '可用油品', en: 'Products' }, type: 'product' }),
    itemIds: drawn(records('items'), { name: { zh: '可用商品', en: 'Goods' }, type: 'item' }),
    productBreach: breach('可用品种', 'products'),
    plates: drawn(z.array(Plate).min(1).max(200), { name: { zh: '可用车牌', en: 'Number plates' }, type: 'car' }),
    plateBreach: breach('可用车牌', 'number plates'),
    fillCentsMax: money('单次金额上限', 'Most per fill'),
    fillClMax: litres('单次加油量上限', 'Most fuel per fill'),
    fillBreach: breach('单次限额', 'limit per fill'),
    dayCentsMax: money('当日金额上限', 'Most per day'),
    dayClMax: litres('当日加油量上限', 'Most fuel per day'),
    dayFillsMax: drawn(z.int().min(1).max(1000), { name: { zh: '当日加油次数上限', en: 'Most fills per day' } }),
    dayBreach: breach('当日限额', 'limit of a day'),
    monthCentsMax: money('当月金额上限', 'Most per month'),
    monthClMax: litres('当月加油量上限', 'Most fuel per month'),
    monthBreach: breach('当月限额', 'limit of a month'),
    passwordFromCents: drawn(Cents.min(1).max(100_000_000_00), {
      name: { zh: '免密额度', en: 'Asked for from' },
      unit: { zh: '元', en: 'amount' },
      help: { zh: '达到此金额须输入支付密码', en: 'From this amount on the payment password is asked for' },
    }),
  })
  .refine(({ validFrom, validUntil }) => !validFrom || !validUntil || validFrom < validUntil, {
    error: 'rangeValidity',
    path: ['validUntil'],
  })
export type CardRangeOfUse = z.output<typeof CardRangeOfUse>

type Key = keyof CardRangeOfUse
/** How the fields stand on the form: under which heading, in which order. */
const sections: readonly (readonly [heading: ScriptWords, fields: readonly Key[]])[] = [
  [
    { zh: '可买什么，给哪些车', en: 'What may be bought, for which vehicles' },
    ['productIds', 'itemIds', 'productBreach', 'plates', 'plateBreach'],
  ],
  [
    { zh: '何处、何时', en: 'Where and when' },
    ['stationIds', 'placeBreach', 'weekdays', 'hours', 'timeBreach', 'validFrom', 'validUntil', 'validityBreach'],
  ],
  [
    { zh: '每次、每日、每月最多', en: 'At most per fill, day and month' },
    [
      'fillCentsMax',
      'fillClMax',
      'dayCentsMax',
      'dayClMax',
      'monthCentsMax',
      'monthClMax',
      'dayFillsMax',
      'fillBreach',
      'dayBreach',
      'monthBreach',
    ],
  ],
  [{ zh: '支付密码', en: 'Payment password' }, ['passwordFromCents']],
]
/** What happens beyond a limit is asked once there is one. */
const beyond: Partial<Record<Key, readonly Key[]>> = {
  productBreach: ['productIds', 'itemIds'],
  plateBreach: ['plates'],
  placeBreach: ['stationIds'],
  timeBreach: ['weekdays', 'hours'],
  validityBreach: ['validFrom', 'validUntil'],
  fillBreach: ['fillCentsMax', 'fillClMax'],
  dayBreach: ['dayCentsMax', 'dayClMax', 'dayFillsMax'],
  monthBreach: ['monthCentsMax', 'monthClMax'],
}

const isHundredths = (schema: z.ZodType) => ['cents', 'centilitres'].includes(metaOf(schema).format ?? '')
const limitOf = (schema: z.ZodType, per: number) => {
  const { minValue, maxValue } = schema as z.ZodNumber
  return { limit: { ...(minValue !== null && { min: minValue / per }), ...(maxValue !== null && { max: maxValue / per }) } }
}

/** What there is to choose from where the schema does not say it: the stations of the caller. */
export type RangeChoices = Readonly<Record<string, readonly { readonly id: number; readonly label: string }[]>>

/** The description that the form of a range of use is drawn from, out of its very schema. A choice of nothing is left out. */
export function describeRange(choices: RangeChoices): ScriptDescription {
  const all = describe(CardRangeOfUse.shape, choices)
  const fields = sections.flatMap(([section, keys]) =>
    keys.flatMap(key => {
      const filled = beyond[key]?.filter(limit => all[limit])
      if (!all[key] || filled?.length === 0) return []
      return [[key, { ...all[key], section, ...(filled && { condition: { filled } }) }] as const]
    }),
  )
  return { fields: Object.fromEntries(fields) }
}

function describe(shape: z.ZodRawShape, choices: RangeChoices): ScriptDescription['fields'] {
  const fields = Object.entries(shape).map(([key, schema]) => [key, fieldOf(key, schema as z.ZodType, choices)] as const)
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined)) as ScriptDescription['fields']
}

function fieldOf(key: string, schema: z.ZodType, choices: RangeChoices): ScriptField | undefined {
  const { bare, optional } = metaOf(schema)
  const { labels, ...script } = scripts.get(bare)!
  const common = { ...script, ...(!optional && { required: true }) }
  const element = bare instanceof z.ZodArray ? (bare.element as z.ZodType) : undefined
  if (element instanceof z.ZodObject) return { ...common, type: 'objectArray', fields: describe(element.shape, {}) as never }
  const options = choices[key] ?? (labels && Object.entries(labels).map(([id, label]) => ({ id: element ? Number(id) : id, label })))
  if (options || script.type === 'enum')
    return options?.length ? { ...common, type: 'enum', enum: [...options], ...(element && { multiple: true }) } : undefined
  if (element) return { ...common, type: script.type!, ...(script.type !== 'car' && { multiple: true }) }
  if (isHundredths(schema)) return { ...common, type: 'float', fix: 2, ...limitOf(bare, 100) }
  if (bare instanceof z.ZodNumber) return { ...common, type: 'integer', ...limitOf(bare, 1) }
  return { ...common, type: script.type ?? 'text' }
}
