import { goodsDocuments, items, suppliers } from '@forecourt/contract'
import type { Behaviour, HabitStage } from '@forecourt/simulator/habit.ts'

/** What the wholesaler brings before the morning; a shelf is filled up to this, and as soon as half of it is gone. */
const [deliveryHour, fullAtLeast] = [6, 60]
/** What goods cost, in parts of a hundred of their price. */
const costShare = 62

/** The shop counts its goods: what customers take is brought again by a wholesaler, morning by morning. */
export const shelfHabits: Behaviour = {
  name: 'shelves',
  async begin(stage) {
    const full = new Map((await goodsOf(stage, stage.startMs)).map(({ id, inventory }) => [id, Math.max(inventory, fullAtLeast)]))
    let [supplierId, notes]: [number | undefined, number] = [undefined, 0]
    return {
      async hourly(at) {
        if (full.size === 0 || hourOf(stage, at) !== deliveryHour) return []
        const missing = (await goodsOf(stage, at)).flatMap(({ id, inventory, oversold, priceCents }) => {
          const wanted = full.get(id) ?? 0
          if (inventory - oversold >= wanted / 2) return []
          return [{ itemId: id, pieces: wanted - inventory + oversold, priceCents: Math.floor(((priceCents ?? 0) * costShare) / 100) }]
        })
        if (missing.length === 0) return []
        supplierId ??= await wholesaler(stage, at)
        const { stationId, stationCode, startMs } = stage
        const documentNo = `DN-${stationCode}-${Math.floor(startMs / 86_400_000)}-${++notes}`
        await stage.staff(at, goodsDocuments.receive, { body: { stationId, supplierId, documentNo, items: missing } }, 'office')
        return []
      },
    }
  },
}

/** Goods whose pieces are counted. */
async function goodsOf({ staff, stationId }: HabitStage, at: number) {
  const search = `station.id:${stationId},productId:null,inventory>=0`
  return (await staff(at, items.list, { query: { search, sort: 'code', size: 200 } })).content
}

async function wholesaler({ staff }: HabitStage, at: number): Promise<number> {
  const query = { search: 'sellsGoods:true,endedDate:null', sort: 'name', size: 1 }
  const { content } = await staff(at, suppliers.list, { query }, 'office')
  const body = { name: '日用百货批发 Grocery wholesale', sellsFuel: false, carries: false, sellsGoods: true }
  return content[0]?.id ?? (await staff(at, suppliers.create, { body }, 'office')).id
}

const hourOf = ({ zone }: HabitStage, at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).hour
