import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Id, Instant } from '../units.ts'

interface CheckWords {
  readonly ask: string
  readonly last: string
  readonly one: string
  readonly cancel: string
}

/**
 * A check that reads all that a company has: it is asked for, done in the background, and its result stands until the next. Asked for
 * again while one of its kind is under way, the answer is that one.
 */
export function companyCheck<const P extends string, R extends z.ZodType, B extends z.ZodType | undefined = undefined>(
  path: P,
  permission: string,
  result: R,
  words: CheckWords,
  body?: B,
) {
  const returns = z.object({
    id: Id,
    status: z.enum(['waiting', 'running', 'done', 'fail', 'cancelled']),
    /** How far it is, of how many once that is known. */
    done: z.int(),
    total: z.int().nullable(),
    createdDate: Instant,
    startedDate: Instant.nullable(),
    finishedDate: Instant.nullable(),
    /** What was found, once it is done. */
    result: result.nullable(),
  })
  return {
    ask: endpoint<P, typeof returns, B>('POST', path, { permission, returns, summary: words.ask, ...(body && { body }) }),
    last: endpoint('GET', path, { permission, returns: returns.nullable(), summary: words.last }),
    one: endpoint('GET', `${path}/:id`, { permission, returns, summary: words.one }),
    cancel: endpoint('POST', `${path}/:id/cancel`, { permission, returns, summary: words.cancel }),
  }
}
