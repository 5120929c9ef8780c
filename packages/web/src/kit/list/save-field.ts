import type { BaseRow, Resource } from '@forecourt/contract'
import type { z } from 'zod'
import { call } from '../../core/api.ts'
import { schemaOf } from '../../core/schemas.ts'
import { bodyFields, bodyOf, type FormField, type Values } from '../form/values.ts'

/** One field of a record, with the version that was read; the rest of it stays as it was. @throws ApiError */
export function saveField(of: Resource, body: z.ZodObject, row: BaseRow, field: FormField, value: unknown): Promise<unknown> {
  // The schemas of a record come together.
  const taken = (schemaOf(of.update.body!) as z.ZodObject).shape
  const fields = bodyFields(of.name, body).filter(({ name }) => name in taken)
  const entered: Values = bodyOf(fields, { ...row, [field.name]: value })
  return call(of.update, { id: row.id, body: { ...entered, version: row.version } })
}
