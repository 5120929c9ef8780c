import { metaOf } from '@forecourt/contract'
import { z } from 'zod'

const words = [
  'a',
  'name',
  'code1',
  'AB',
  'ABC',
  'CNY',
  '13800138000',
  'a@b.cn',
  '123456',
  '2026-05-01',
  '2026-05-01T00:00:00Z',
  '12:00',
  '092',
  'Asia/Shanghai',
  '00:11:22:33:44:55',
  'Passw0rd-of-nine',
  '6222000000000001',
  '0123456789ABCDEF',
  '0123456789ABCDEFFEDCBA9876543210',
  '10.0.0.1',
  'https://a.cn',
  '京A12345',
  '91100000100003962T',
  '1070101010100000000',
]
const numbers = [1, 0, 100, 8, 60, 99, 1000, 0.5]

/** Something that a schema takes, found by trying; undefined where nothing of ours fits. References get `reference`. */
export function sample(schema: z.ZodType, reference = 1): unknown {
  const { bare, ref, nullable } = metaOf(schema)
  if (ref) return reference
  if (bare instanceof z.ZodObject) return sampleObject(bare, reference)
  const fitting = candidates(bare, reference).find(value => schema.safeParse(value).success)
  return fitting === undefined && nullable ? null : fitting
}

function candidates(bare: z.ZodType, reference: number): unknown[] {
  if (bare instanceof z.ZodEnum) return bare.options
  if (bare instanceof z.ZodLiteral) return [...bare.values]
  if (bare instanceof z.ZodBoolean) return [true]
  if (bare instanceof z.ZodArray) return [[sample(bare.element as z.ZodType, reference)], []]
  if (bare instanceof z.ZodUnion) return bare.options.map(option => sample(option as z.ZodType, reference))
  if (bare instanceof z.ZodNumber) return [reference, ...numbers]
  if (bare instanceof z.ZodString || bare instanceof z.ZodStringFormat) return words
  return [{}, ...words, ...numbers, null]
}

/** What must be there; else that and one thing more, for shapes that ask for either of two; else all. */
function sampleObject(shape: z.ZodObject, reference: number): unknown {
  const fields = Object.entries(shape.shape) as [string, z.ZodType][]
  const optional = fields.filter(([, field]) => metaOf(field).optional).map(([name]) => name)
  const holding = (names: readonly string[]) =>
    Object.fromEntries(
      fields.filter(([name]) => !optional.includes(name) || names.includes(name)).map(([name, field]) => [name, sample(field, reference)]),
    )
  const tries = [holding([]), ...optional.map(name => holding([name])), holding(optional)]
  return tries.find(value => shape.safeParse(value).success) ?? tries[0]
}
