import type { z } from 'zod'
import type { Endpoint } from './kit.ts'

/** Something that is done to a record while it has one of these statuses. Who may do it is said by the call, under its permission. */
export interface StatusAct<Status extends string = string> {
  readonly call: Endpoint
  readonly in: readonly Status[]
}

/** What may be done to each kind of record, and in which of its statuses, by the field that has them: `orders.status`. */
export const statusActs = new Map<string, Readonly<Record<string, StatusAct>>>()

/** Says what may be done to a record in which status, once for the server, which refuses by it, and the web, which offers by it. */
export function actsBy<const Status extends string, const Acts extends Readonly<Record<string, StatusAct<NoInfer<Status>>>>>(
  field: string,
  _status: z.ZodType<Status>,
  acts: Acts,
): Acts {
  statusActs.set(field, acts)
  return acts
}

/** Whether a record of this status may have it done. */
export const allows = ({ in: statuses }: StatusAct, status: string): boolean => statuses.includes(status)
