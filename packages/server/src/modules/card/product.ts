import { cards, type Parsed } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { createRow, updateRow } from '../../platform/execution/crud.ts'

type Facts = Pick<Parsed<typeof cards.create>['body'], 'name' | 'type' | 'description' | 'endTime'>

/** Adds a product of cards for a service that has a rule of its own. @throws card.nameTaken, card.serviceExists */
export const addProduct = (ctx: Ctx, facts: Facts): Promise<number> =>
  createRow(ctx, cards, { giftFirst: false, validMonths: null, discountId: null, ...facts })

/** @throws notFound, stale, card.nameTaken */
export const editProduct = (ctx: Ctx, id: number, facts: Facts & { version: number }): Promise<unknown> => updateRow(ctx, cards, id, facts)
