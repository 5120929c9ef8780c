import type { Endpoint, Returned } from '@forecourt/contract'
import type { z } from 'zod'
import { handlerOf } from '../module.ts'
import { permit, type Ctx } from './command.ts'

/** Another act within this one: by its own rules, under its own permission, in the same transaction. @throws its refusals */
export async function also<E extends Endpoint>(ctx: Ctx, endpoint: E, sent: { id?: number; body: object }): Promise<Returned<E>> {
  permit(endpoint, ctx.actor)
  const body = (endpoint.body as z.ZodType).parse(sent.body)
  return (await handlerOf(endpoint).run(ctx, { ...sent, body })) as Returned<E>
}
