import type { Endpoint, Returned, Sent } from '@forecourt/contract'
import { CompiledQuery } from 'kysely'
import { severalCalls } from '../postgres/client.ts'
import { handlerOf } from '../module.ts'
import { closed, permit, type Actor, type Ctx } from './command.ts'
import { contextOf } from './context.ts'
import { Refusal } from './refusal.ts'
import { askedIn } from './validate.ts'

/** Answers a call that only reads, as this actor: under its own permission, by its own handler. @throws its refusals */
export type OtherCall = <E extends Endpoint>(endpoint: E, sent: Sent<E>) => Promise<Returned<E>>

/** Other calls that are answered within this one, in its transaction and with its rights or those of the actor that is named. */
export async function otherCalls({ tx, actor: caller, meta, now }: Ctx, actor: Actor = caller): Promise<OtherCall> {
  await tx.executeQuery(CompiledQuery.raw(severalCalls, []))
  const { ctx } = contextOf(tx, actor, meta, now)
  return async (endpoint, sent) => {
    permit(endpoint, actor)
    const { id, query } = sent as { id?: number; query?: object }
    const asked = { ...(id !== undefined && { id }), ...(endpoint.query && { query: askedIn(endpoint.query, query ?? {}, meta.language) }) }
    return closed(endpoint, await handlerOf(endpoint).run(ctx, asked)) as Returned<typeof endpoint>
  }
}

/** What was answered; null where it was refused. */
export const unlessRefused = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((thrown: unknown) => (thrown instanceof Refusal ? null : Promise.reject(thrown)))
