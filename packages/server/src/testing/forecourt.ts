import { notePrices } from '../modules/forecourt/index.ts'
import { unique, type world } from './world.ts'

type World = Pick<Awaited<ReturnType<typeof world>>, 'company' | 'station' | 'rows' | 'within'>
const long = new Date('2026-01-01T00:00:00Z')

/** What stands on the forecourt of a test's company, ready to be sold from. */
export function forecourt({ company, station, rows, within }: World) {
  const add = async (table: string, values: Record<string, unknown>): Promise<{ id: number } & Record<string, any>> => {
    const row = { company_id: company.id, ...values }
    const columns = Object.keys(row).map(column => `"${column}"`).join(', ')
    const places = Object.keys(row).map((_, at) => `$${at + 1}`).join(', ')
    return (await rows(`insert into ${table} (${columns}) values (${places}) returning *`, Object.values(row)))[0]
  }

  const product = ({ code = `p${unique()}`, taxRate = 13 }: { code?: string; taxRate?: number } = {}) =>
    add('product', { code, name: code, classification: 'gasoline', tax_rate: taxRate })

  /** A price, and with the first one the fuel's category and item. */
  const price = (productId: number, priceCents: number, { fromAt = long, stationId = station.id } = {}) =>
    within(ctx => notePrices(ctx, company.id, [{ stationId, productId, priceCents, fromAt }]))

  const tank = (productId: number, { stationId = station.id, number = unique(), maxVolumeCl = 30_000_00 } = {}) =>
    add('tank', { station_id: stationId, product_id: productId, number, max_volume_cl: maxVolumeCl, volume_cl: maxVolumeCl / 2 })

  const dispenser = ({ stationId = station.id, number = unique() } = {}) =>
    add('dispenser', { station_id: stationId, number, name: `Dispenser ${number}` })

  return {
    product, price, tank, dispenser,

    /** A nozzle with all it needs: a fuel that has a price, its tank and its dispenser. */
    async nozzle({ code = `p${unique()}`, priceCents = 800, stationId = station.id, logicNo = unique() } = {}) {
      const fuel = await product({ code })
      await price(fuel.id, priceCents, { stationId })
      const [stored, stand] = [await tank(fuel.id, { stationId }), await dispenser({ stationId })]
      const [productId, tankId, dispenserId] = [fuel.id, stored.id, stand.id]
      const nozzle = await add('nozzle_control',
        { station_id: stationId, logic_no: logicNo, physical_no: 1, dispenser_id: dispenserId, tank_id: tankId })
      return { ...nozzle, logicNo, productId, tankId, dispenserId, itemId: nozzle['item_id'] as number, priceCents }
    },

    /** Goods on a shelf of the station. */
    async goods({ name = `Goods ${unique()}`, code = `g${unique()}`, priceCents = 500, stationId = station.id, inventory = -1 } = {}) {
      const shelf = await add('category', { station_id: stationId, type: 'normal', name: `Shelf ${unique()}` })
      const item = await add('item',
        { station_id: stationId, category_id: shelf.id, name, code, price_cents: priceCents, inventory, tax_rate: 13 })
      return { ...item, categoryId: shelf.id, priceCents }
    },

    device: ({ type = 'pos', name = `Device ${unique()}`, stationId = station.id, enabled = true } = {}) =>
      add('device', { station_id: stationId, name, type, enabled }),
  }
}
