import { leakTestDays, tankLeakTest, tanks, type TankLeakTest } from '@forecourt/contract'
import { quietPower, quietTest, type QuietTest } from '@forecourt/contract/measure/quiet-hours.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { getOf } from '../../platform/search/list.ts'
import { quietInput, type TankSystem } from './quiet-input.ts'

const dayMs = 86_400_000
const instant = (ms: number): string => new Date(ms).toISOString()

interface Numbered extends TankSystem {
  readonly tanks: readonly { readonly id: number; readonly number: number }[]
}

/** The tank with those that it is connected with. @throws notFound */
async function systemOf(ctx: Ctx, id: number): Promise<Numbered> {
  const { stationId, productId, manifold, number } = await getOf(ctx.tx, tanks, id, [], ctx.scope)
  const together = ctx.tx.selectFrom('tank').where('stationId', '=', stationId).where('manifold', '=', manifold)
  const all = manifold === '' ? [{ id, number }] : await together.select(['id', 'number']).orderBy('number').execute()
  return { stationId, productId, tanks: all, tankIds: all.map(one => one.id) }
}

/** @throws notFound */
const test = handle(tankLeakTest, async (ctx, { id }): Promise<TankLeakTest> => {
  const system = await systemOf(ctx, id)
  const span = { from: new Date(ctx.now.getTime() - leakTestDays * dayMs), until: ctx.now }
  const tested = quietTest(await quietInput(ctx, system, span))
  return {
    tanks: [...system.tanks],
    from: span.from.toISOString(),
    until: span.until.toISOString(),
    ...said(tested),
  }
})

const said = ({ stretches, found, ...rest }: QuietTest) => ({
  ...rest,
  found,
  power: found ? quietPower(found) : [],
  stretches: stretches.map(({ from, until, volumeCl, ...stretch }) => {
    return { ...stretch, from: instant(from), until: instant(until), volumeCl: Math.round(volumeCl) }
  }),
})

export const leakTestHandlers: readonly Handler[] = [test]
