import { notePrices } from '../modules/forecourt/index.ts'
import { unique, type world } from './world.ts'

type World = Pick<Awaited<ReturnType<typeof world>>, 'company' | 'station' | 'rows' | 'within'>
const long = new Date('2026-01-01T00:00:00Z')

/** What stands on the forecourt of a test's company, ready to be sold from. */
export function forecourt(world: World) {
  const { company, station, within } = world
  const add = adderOf(world)

  const product = ({ code = `p${unique()}`, taxRate = 13 }: { code?: string; taxRate?: number } = {}) =>
    add('product', { code, name: code, classification: 'gasoline', taxRate })

  /** A price, and with the first one the fuel's category and item. */
  const price = (productId: number, priceCents: number, { fromAt = long, stationId = station.id } = {}) =>
    within(ctx => notePrices(ctx, company.id, [{ stationId, productId, priceCents, fromAt }]))

  const tank = (productId: number, { stationId = station.id, number = unique(), maxVolumeCl = 30_000_00 } = {}) =>
    add('tank', { stationId, productId, number, maxVolumeCl, volumeCl: maxVolumeCl / 2 })

  const dispenser = ({ stationId = station.id, number = unique() } = {}) =>
    add('dispenser', { stationId, number, name: `Dispenser ${number}` })

  return {
    product,
    price,
    tank,
    dispenser,

    /** A nozzle with all it needs: a fuel that has a price, its tank and its dispenser. */
    async nozzle({ code = `p${unique()}`, priceCents = 800, stationId = station.id, logicNo = unique() } = {}) {
      const { id: productId } = await product({ code })
      await price(productId, priceCents, { stationId })
      const { id: tankId } = await tank(productId, { stationId })
      const { id: dispenserId } = await dispenser({ stationId })
      const nozzle = await add('nozzle_control', { stationId, logicNo, physicalNo: 1, dispenserId, tankId })
      return { ...nozzle, logicNo, productId, tankId, dispenserId, itemId: nozzle['item_id'] as number, priceCents }
    },

    /** Goods on a shelf of the station. */
    async goods({ name = `Goods ${unique()}`, code = `g${unique()}`, priceCents = 500, stationId = station.id, inventory = -1 } = {}) {
      const { id: categoryId } = await add('category', { stationId, type: 'normal', name: `Shelf ${unique()}` })
      const item = await add('item', { stationId, categoryId, name, code, priceCents, taxRate: 13 })
      if (inventory >= 0) await add('item_stock', { stationId, itemId: item.id, opening: inventory, pieces: inventory })
      return { ...item, code, categoryId, priceCents }
    },

    device: ({ type = 'pos', name = `Device ${unique()}`, stationId = station.id, enabled = true } = {}) =>
      add('device', { stationId, name, type, enabled }),
  }
}

const adderOf =
  ({ company, rows }: World) =>
  async (table: string, values: Record<string, unknown>) => {
    const row = { companyId: company.id, ...values }
    const columns = Object.keys(row).map(field => field.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
    const places = columns.map((_, at) => `$${at + 1}`)
    const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) returning *`
    return (await rows(text, Object.values(row)))[0] as { id: number } & Record<string, any>
  }
