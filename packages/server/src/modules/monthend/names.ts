import type { Ctx } from '../../platform/execution/command.ts'
import type { FigureLine } from './figures.ts'
import type { Names } from './obstacles.ts'

export interface PlaceNames extends Names {
  readonly ofLine: (line: FigureLine) => { readonly placeName: string; readonly fuelName: string }
}

/** What places and fuels of a company are called now. The road has no name of its own: the page says what it is. */
export async function namesOf({ tx }: Ctx, companyId: number): Promise<PlaceNames> {
  const read = async (table: 'depot' | 'station' | 'baseFuel' | 'product') => {
    const rows = await tx.selectFrom(table).where('companyId', '=', companyId).select(['id', 'name']).execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  const [depots, stations] = [await read('depot'), await read('station')]
  const [baseFuels, products] = [await read('baseFuel'), await read('product')]
  const station = (id: number) => stations.get(id) ?? ''
  const product = (id: number) => products.get(id) ?? ''
  const ofLine = ({ depotId, stationId, baseFuelId, productId }: FigureLine) => ({
    placeName: depotId !== null ? (depots.get(depotId) ?? '') : stationId !== null ? station(stationId) : '',
    fuelName: productId !== null ? product(productId) : (baseFuels.get(baseFuelId!) ?? ''),
  })
  return { station, product, ofLine }
}
