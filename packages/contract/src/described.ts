import type { z } from 'zod'
import { kindOf, type Kind } from './export/cell.ts'
import { metaOf } from './units.ts'

/** What a list has to know of a field: what it is to a person, its choices, and the resource that it refers to. */
export interface Described {
  readonly kind: Kind
  /** Of a choice: its members, as they travel. */
  readonly options: readonly (string | number)[]
  /** Of a relation: the resource it points to. */
  readonly ref?: string
}

interface Choices {
  options?: readonly string[]
  values?: Iterable<string | number>
}

/**
 * What the schema of a field says without being asked to check anything. In the browser the contract is written as this alone, until a
 * form brings the schemas (packages/web/build/plain-contract.ts).
 */
export function described(schema: z.ZodType): Described {
  const { ref, bare } = metaOf(schema)
  const kind = kindOf(schema)
  const choices = bare as z.ZodType & Choices
  return { kind, options: kind === 'enum' ? [...(choices.options ?? choices.values ?? [])] : [], ...(ref && { ref }) }
}
