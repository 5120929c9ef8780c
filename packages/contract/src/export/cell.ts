import { z } from 'zod'
import { metaOf } from '../units.ts'

/** What a field is to a person: it decides the cell, the filter, the control and how a file writes it. */
export type Kind =
  | 'text'
  | 'longText'
  | 'password'
  | 'phone'
  | 'cardNumber'
  | 'integer'
  | 'number'
  | 'cents'
  | 'centsPerL'
  | 'centilitres'
  | 'kilograms'
  | 'percent'
  | 'enum'
  | 'boolean'
  | 'instant'
  | 'date'
  | 'relation'
  | 'list'
  | 'object'

const byType: Record<string, Kind> = {
  string: 'text',
  enum: 'enum',
  literal: 'enum',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
  record: 'object',
  number: 'number',
}
export function kindOf(schema: z.ZodType): Kind {
  const { format, ref, bare } = metaOf(schema)
  const plain = byType[bare.def.type] ?? 'text'
  return ref ? 'relation' : (format ?? (plain === 'number' && (bare as z.ZodNumber).format?.includes('int') ? 'integer' : plain))
}

/** What a person calls a record by: the first of these that it has. A shift is known by its day and number. */
export const nameFields = [
  'name',
  'businessDay',
  'number',
  'code',
  'orderNo',
  'serial',
  'serialNo',
  'title',
  'label',
  'nickname',
  'mobile',
  'logicNo',
  'billNo',
  'docNo',
  'plate',
  'description',
] as const

/** Card numbers in fours, mobiles as 138 1234 5678: grouped as people read them aloud. */
export function grouped(value: string, kind: 'phone' | 'cardNumber'): string {
  if (kind === 'phone') return value.replace(/^(1\d{2})(\d{4})(\d{4})$/, '$1 $2 $3')
  return /^\d{8,}$/.test(value) ? value.replaceAll(/(\d{4})(?=\d)/g, '$1 ') : value
}

/**
 * Spreadsheets run what begins like this, in some languages also in full width; a quote before it keeps it text. Plain negative numbers
 * stay numbers.
 */
const formula = /^[=+\-@＝＋－＠\t\r\n]/
const number = /^-?\d[\d,]*(\.\d+)?$/
const quoted = /[",\n\r]/

/** A value as a cell of a CSV file. */
export function csvCell(value: string): string {
  const safe = formula.test(value) && !number.test(value) ? `'${value}` : value
  return quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
/** With it Excel opens the file in the right encoding. */
export const byteOrderMark = '\uFEFF'
