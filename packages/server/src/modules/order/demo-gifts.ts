import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { enterSale } from './manual.ts'

const hourMs = 3_600_000
/** How many customers buy goods that give them something. */
const buyers = 2

/** Members buy what the first shop gives something with: one pays by card, the other in cash with the card at hand. */
export const giftsOfDemo = ({ now, cards, stations, within }: DemoStage): DemoAct[] => {
  const [station] = stations
  const payers = cards.filter(({ kind }) => kind === 'personal').slice(0, buyers)
  if (!station) return []
  return payers.map(({ id: userCardId }, turn) => {
    const at = new Date(now.getTime() - (4 - turn) * hourMs)
    const run = () =>
      within(at, async own => {
        const ctx = { ...own, actor: { ...own.actor, stationId: station.id } }
        const goods = ctx.tx.selectFrom('item').where('stationId', '=', station.id).where('productId', 'is', null)
        const given = await goods.where('giftPoints', 'is not', null).select('id').orderBy('id').execute()
        const lineItems = given.map(({ id: itemId }) => ({ itemId, pieces: 1, discountCents: 0 }))
        if (lineItems.length === 0) return
        const payType = turn === 0 ? 'card' : 'cash'
        await enterSale(ctx, { lineItems, userCardId, payType, createdDate: at.toISOString(), remark: '收银机断网，手工补录' })
      })
    return { at, run }
  })
}
