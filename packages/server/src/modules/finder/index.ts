import { commandSearch, type Returned } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { everyModule, type Module } from '../../platform/module.ts'

type Found = Returned<typeof commandSearch>
const nothing: Found = { members: [], users: [], userCards: [], orders: [] }

/** Looks numbers and names up for the command box: a few rows of each kind, as the module of that kind finds them. */
const find = handle(commandSearch, async (ctx, { query: { text } }): Promise<Found> => {
  const found: Record<string, unknown[]> = { ...nothing }
  for (const { commandSources = {} } of everyModule())
    for (const [kind, source] of Object.entries(commandSources)) found[kind] = await source(ctx, text)
  return found as Found
})

export const finder = { name: 'finder', handlers: [find] } satisfies Module
