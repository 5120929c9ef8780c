import { errors, type ErrorCode } from '@forecourt/contract'
import { Refusal } from '../execution/refusal.ts'

/** States in which the database cannot answer now, though it may in a moment. */
const passing = /^(08|53|57P0)|^(57014|55P03|25P03|40001|40P01)$/
const unreachable = /ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|ENOTFOUND|trying to connect|Connection terminated|encountered a connection error/

/** Characters, numbers and dates that no column can hold, although their shape is right: a date in the year 0000. */
const unfit = new Set(['22021', '22P05', '22003', '22007', '22008'])

interface DatabaseError {
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly message?: string
}

/**
 * A reference between two records: taken away while another refers to it, or written to one that is not there. PostgreSQL answers both
 * with one code and says which only in its message; a foreign key is named after its table and columns, of which the company is no field.
 */
function ofReference(broken: DatabaseError): Refusal {
  const { message = '', table = /on table "(\w+?)(?:_\d{6,})?"/.exec(message)?.[1] ?? '' } = broken
  const constraint = brokenConstraint(broken) ?? ''
  if (!message.startsWith('insert or update')) return new Refusal('inUse')
  const [, column] = constraint.startsWith(`${table}_`) ? (/^(\w+?)_fkey\d*$/.exec(constraint.slice(table.length + 1)) ?? []) : []
  const field = column?.replace(/^company_id_/, '').replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return new Refusal('notFound', field ? { field } : {})
}

/**
 * The constraint that a statement broke. A database of several machines names it in its message alone, and after it the number of the part
 * of the table.
 */
export const brokenConstraint = ({ constraint, message = '' }: Pick<DatabaseError, 'constraint' | 'message'>): string | undefined =>
  constraint ?? /violates [\w ]*constraint "(.+?)(?:_\d{6,})?"/.exec(message)?.[1]

/** What the database declined, in the product's words: a constraint is named after the refusal it stands for. */
export function asRefusal(thrown: unknown): Refusal | undefined {
  const { code = '' } = thrown as DatabaseError
  const constraint = brokenConstraint(thrown as DatabaseError)
  if (constraint && constraint in errors) return new Refusal(constraint as ErrorCode)
  if (code === '23503') return ofReference(thrown as DatabaseError)
  if (unfit.has(code)) return new Refusal('validation')
  if (isDiskFull(thrown)) return new Refusal('server.diskFull')
  if (isUnanswered(thrown)) return new Refusal('server.busy')
  return undefined
}

/** Whether there is no room left, for the database or for a file. */
const isDiskFull = (thrown: unknown): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes((thrown as { code?: string }).code ?? '')

/** Whether the database has no connection left to give. */
export const isCrowdedOut = (thrown: unknown): boolean => (thrown as { code?: string }).code === '53300'

/** Whether the database did not answer, or not in time: it may in a moment. */
export function isUnanswered(thrown: unknown): boolean {
  const { code = '', message = '' } = thrown as { code?: string; message?: string }
  return passing.test(code) || unreachable.test(`${code} ${message}`)
}
