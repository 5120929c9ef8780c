import { z } from 'zod'

/**
 * A form that is described by data: a station's configuration, a marketing script, a device's settings.
 * `ScriptDescription` is the description, `validateScript` (script-values.ts) checks what was entered by it, on the page and on the
 * server. @source spec 1 "Shared pieces: dynamic script form"
 */

const Line = z.string().trim().min(1).max(200)
/** Words of a description: in both languages, or one that serves for both. */
export const ScriptWords = z.union([Line, z.strictObject({ zh: Line, en: Line })])
export type ScriptWords = z.output<typeof ScriptWords>
export const said = (words: ScriptWords, language: 'zh' | 'en'): string => (typeof words === 'string' ? words : words[language])

/** Chosen from records: the number of one, or of several. */
export const recordTypes = ['fuel', 'tag', 'group', 'card', 'category', 'item', 'deal', 'product'] as const
export const numberTypes = ['float', 'integer', 'long'] as const
/** Taken as instants in milliseconds since 1970. */
export const momentTypes = ['month', 'date', 'datetime'] as const
const plainTypes = [
  ...recordTypes,
  'payType',
  ...numberTypes,
  'enum',
  'boolean',
  'car',
  'text',
  'textarea',
  'json',
  'LocalDateTime',
  ...momentTypes,
  'daterange',
  'list',
  'map',
  'ip',
] as const

const Key = z.string().regex(/^[A-Za-z]\w{0,39}$/, 'scriptKey')
const Choice = z.union([z.string().max(60), z.number()])

const shape = {
  name: ScriptWords,
  /** Stands in brackets behind the name. */
  unit: ScriptWords.optional(),
  /** Under the control, where the rule is not obvious. */
  help: ScriptWords.optional(),
  required: z.boolean().optional(),
  /** Of choices: several may be chosen. */
  multiple: z.boolean().optional(),
  /** Orders the fields when every one has it. */
  order: z.number().optional(),
  /** Of numbers. */
  limit: z
    .strictObject({ min: z.number().optional(), max: z.number().optional() })
    .refine(({ min = -Infinity, max = Infinity }) => min <= max, 'scriptLimit')
    .optional(),
  /** How many decimals a number may have: 6 for float, none for integer and long when absent. */
  fix: z.int().min(0).max(12).optional(),
  /** Of `enum`: what there is to choose from, in its order. */
  enum: z
    .array(z.strictObject({ id: Choice, label: ScriptWords }))
    .min(1)
    .max(500)
    .refine(all => new Set(all.map(({ id }) => String(id))).size === all.length, 'scriptChoices')
    .optional(),
  /** Of `enum`: drawn as buttons, so that all there is to choose from is in sight; for a few short words. */
  buttons: z.boolean().optional(),
  /** The heading that it stands under, together with the fields next to it that name the same. */
  section: ScriptWords.optional(),
  /** Shown only while a field beside it has one of these values, or while something is entered in one of these fields. */
  condition: z
    .union([
      z.strictObject({ field: Key, in: z.array(z.union([Choice, z.boolean()])).min(1) }),
      z.strictObject({ filled: z.array(Key).min(1).max(20) }),
    ])
    .optional(),
  /** Of `list`: what kind of numbers. */
  element: z.enum(numberTypes).optional(),
}
const PlainField = z
  .strictObject({ ...shape, type: z.enum(plainTypes) })
  .refine(({ type, enum: choices }) => type !== 'enum' || choices !== undefined, { path: ['enum'], error: 'scriptChoices' })

/** Fields by their keys; a condition names a field beside it, and no two wait for each other. */
const fieldsOf = <F extends z.ZodType<Conditional>>(field: F) =>
  z
    .record(Key, field)
    .refine(all => Object.keys(all).length > 0 && Object.keys(all).length <= 200, 'scriptFields')
    .refine(settles, 'scriptCondition')

interface Conditional {
  condition?: { field: string } | { filled: readonly string[] } | undefined
}
/** The fields that it waits for. */
const awaited = ({ condition }: Conditional): readonly string[] =>
  condition === undefined ? [] : 'field' in condition ? [condition.field] : condition.filled

/** Whether each condition names fields that are there, and none waits for itself. Each field is looked at once. */
function settles(all: Record<string, Conditional>): boolean {
  const settled = new Set<string>()
  const doesSettle = (key: string, waiting: ReadonlySet<string>): boolean => {
    if (settled.has(key)) return true
    if (waiting.has(key) || !Object.hasOwn(all, key)) return false
    const isFine = awaited(all[key]!).every(next => doesSettle(next, new Set([...waiting, key])))
    if (isFine) settled.add(key)
    return isFine
  }
  return Object.keys(all).every(key => doesSettle(key, new Set()))
}

/** Several of a group of fields: a rule per tier, a person per line. */
const ObjectArrayField = z.strictObject({ ...shape, type: z.literal('objectArray'), fields: fieldsOf(PlainField) })

export const ScriptDescription = z.strictObject({ fields: fieldsOf(z.union([PlainField, ObjectArrayField])) })
export type ScriptDescription = z.output<typeof ScriptDescription>
export type PlainScriptField = z.output<typeof PlainField>
export type ScriptField = PlainScriptField | z.output<typeof ObjectArrayField>
export type ScriptFields = Record<string, ScriptField>
export type ScriptType = ScriptField['type']
export type ScriptValues = Record<string, unknown>

/** By their order when every field has one, else as they were declared. */
export function orderedFields<F extends ScriptField>(fields: Record<string, F>): [string, F][] {
  const all = Object.entries(fields)
  return all.every(([, { order }]) => order !== undefined) ? all.sort(([, a], [, b]) => a.order! - b.order!) : all
}

export const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.every(isEmptyValue)) ||
  (isRecord(value) && Object.values(value).every(isEmptyValue))

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a field stands on the form: its condition holds, and the field that it names stands there itself. */
export function isShown(
  fields: Record<string, ScriptField>,
  values: ScriptValues,
  key: string,
  known = new Map<string, boolean>(),
): boolean {
  const condition = fields[key]?.condition
  if (!condition) return true
  const before = known.get(key)
  if (before !== undefined) return before
  const shows = (name: string) => isShown(fields, values, name, known)
  const found = 'filled' in condition ? [] : [values[condition.field] ?? []].flat().map(String)
  const shown =
    'filled' in condition
      ? condition.filled.some(name => !isEmptyValue(values[name]) && shows(name))
      : condition.in.some(value => found.includes(String(value))) && shows(condition.field)
  known.set(key, shown)
  return shown
}

/** How many decimals a number of a field may have. */
export const placesOf = ({ type, element, fix }: Pick<ScriptField, 'type' | 'element' | 'fix'>): number =>
  fix ?? ((type === 'list' ? (element ?? 'float') : type) === 'float' ? 6 : 0)
