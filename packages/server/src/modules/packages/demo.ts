import type { DemoAct, DemoStage } from '../../platform/module.ts'

const day = 24 * 3_600_000
const kinds = JSON.stringify(['personal', 'anonymous', 'master'])

/** What the company offers: three on the shelf, one that is being prepared, and one of the past. */
export const demoPackages = ({ companyId, from, within }: DemoStage): DemoAct[] => {
  const at = new Date(from.getTime() + 3 * 3_600_000)
  const run = () =>
    within(at, async ctx => {
      const diesel = await ctx.tx
        .selectFrom('product')
        .where('companyId', '=', companyId)
        .orderBy('id', 'desc')
        .select('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      const products = JSON.stringify([{ productId: diesel.id }])
      const bare = { companyId, classification: kinds, createdDate: at, shelfStatus: 'onShelf' as string }
      const rows = [
        { name: '充 500 送 10 · 500 + 10', priceCents: 500_00, giftCents: 10_00 },
        { name: '充 1,000 送 30 · 1,000 + 30', priceCents: 1000_00, giftCents: 30_00, giftMonths: 3, weight: 10, giftPoints: 100 },
        { name: '柴油 3% · Diesel 3%', priceCents: 2000_00, giftPercent: 3, giftMonths: 6, products },
        { name: '开学季 · Back to school', priceCents: 300_00, giftCents: 8_00, shelfStatus: 'offShelf' },
        {
          name: '上季优惠 · Last season',
          priceCents: 800_00,
          giftCents: 40_00,
          startTime: new Date(from.getTime() - 90 * day),
          endTime: new Date(from.getTime() - day),
        },
      ]
      const none = {
        giftCents: null,
        giftPercent: null,
        giftMonths: null,
        giftPoints: null,
        weight: 0,
        products: '[]',
        startTime: null,
        endTime: null,
      }
      await ctx.tx
        .insertInto('topUpPackage')
        .values(rows.map(row => ({ ...bare, ...none, ...row })))
        .execute()
    })
  return [{ at, run }]
}
