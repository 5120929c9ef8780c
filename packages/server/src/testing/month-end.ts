import { monthProof, monthSettlement, purchaseContracts } from '@forecourt/contract'
import { proofOf } from './access.ts'
import { supplied } from './transport.ts'
import { unique } from './world.ts'

/** A company that bought 150 t of diesel in April, 100 of which are worth nothing yet; its months are settled by its head office. */
export async function settling() {
  const it = await supplied()
  const { boss } = it
  const buy = (day: string, weightKg: number, priceCentsPerT: number) =>
    boss.call(purchaseContracts.create, {
      body: {
        day,
        number: `P${unique()}`,
        depotId: it.depotId,
        baseFuelId: it.baseFuelId,
        supplierId: it.supplierId,
        density: 838,
        priceCentsPerT,
        taxRate: 13,
        weightKg,
      },
    })
  await buy('2026-04-15', 50_000, 8_000_00)
  const preview = (month: string, carriedOver: number[] = []) =>
    boss.call(monthSettlement.preview, { body: { month: `${month}-01`, carriedOver } })
  const body = async (seen: Awaited<ReturnType<typeof preview>>, over: object = {}) => ({
    body: {
      month: seen.month,
      carriedOver: seen.carriedOver.map(({ transportId }) => transportId),
      typed: seen.month.slice(0, 7),
      fingerprint: seen.fingerprint,
      pinProof: await proofOf(boss.actor, monthProof(seen.month, seen.sums.closingCents)),
      ...over,
    },
  })
  const settle = async (month: string, carriedOver: number[] = []) =>
    boss.call(monthSettlement.confirm, await body(await preview(month, carriedOver)))
  return { ...it, buy, preview, body, settle }
}
