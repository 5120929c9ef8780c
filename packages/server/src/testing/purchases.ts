/** Whole numbers below a limit, the same for the same seed. */
export function chanceOf(seed: number): (limit: number) => number {
  let state = BigInt(seed) * 2_862_933_555_777_941_757n + 3_037_000_493n
  return limit => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn
    return Number((state >> 33n) % BigInt(limit))
  }
}

interface Size {
  readonly stations: number
  readonly fuels: number
  readonly months: number
  /** A purchase every so many days. */
  readonly every: number
}
const kinds = ['SUP', 'DSL'] as const
const names = { SUP: 'Super', DSL: 'Diesel' } as const
const suppliers = ['Raffinerie Nord', 'Tanklager West', 'Import Süd'] as const

/**
 * Rows of purchases of a chain: day, station, fuel, litres, price, amount, supplier, note. Litres have up to three decimals and prices
 * four; every third row says its amount. Numbers are written with a comma.
 */
export function chainOf(chance: (limit: number) => number, { stations, fuels, months, every }: Size): string[] {
  const rows: string[] = []
  const decimal = (units: number, places: number) =>
    `${Math.floor(units / 10 ** places)},${String(units % 10 ** places).padStart(places, '0')}`
  const first = Date.UTC(2023, 4, 1)
  for (let station = 1; station <= stations; station++)
    for (let fuel = 0; fuel < Math.min(fuels, kinds.length); fuel++)
      for (let day = chance(every); day < months * 30; day += 1 + chance(2 * every - 1)) {
        const at = new Date(first + day * 86_400_000).toISOString().slice(0, 10).split('-').toReversed().join('.')
        const places = chance(4)
        const litres = decimal((4_000 + chance(16_000)) * 10 ** places + chance(10 ** places), places)
        const price = decimal(11_000 + chance(8_000), 4)
        const amount = chance(3) === 0 ? decimal(600_000 + chance(2_000_000), 2) : ''
        rows.push([at, `Werk ${station}`, kinds[fuel], litres, price, amount, suppliers[chance(3)], `N${rows.length}`].join(';'))
      }
  return rows
}

const exact = (text: string): readonly [bigint, bigint] => {
  const [whole = '0', fraction = ''] = text.split(',')
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
}
const halfUp = (over: bigint, under: bigint) => (2n * over + under) / (2n * under)

/** What such rows come to by station, fuel and month, each rounded once: how many, centilitres, cents, and the price of a litre. */
export function sumsOf(rows: readonly string[]): Map<string, readonly [number, number, number, number]> {
  const sums = new Map<string, { loads: number; cl: bigint; cents: bigint }>()
  for (const row of rows) {
    const [at, station, fuel, litres, price, amount] = row.split(';') as [string, string, 'SUP' | 'DSL', string, string, string]
    const [, month, year] = at.split('.')
    const key = `${station} ${names[fuel]} ${year}-${month}`
    const [[volume, ofVolume], [unit, ofUnit]] = [exact(litres), exact(price)]
    const [told, ofTold] = exact(amount || '0')
    const sum = sums.get(key) ?? { loads: 0, cl: 0n, cents: 0n }
    sum.loads++
    sum.cl += halfUp(volume * 100n, ofVolume)
    sum.cents += amount === '' ? halfUp(volume * unit * 100n, ofVolume * ofUnit) : halfUp(told * 100n, ofTold)
    sums.set(key, sum)
  }
  const priced = ({ loads, cl, cents }: { loads: number; cl: bigint; cents: bigint }) =>
    [loads, Number(cl), Number(cents), Number(halfUp(cents * 10_000n, cl)) / 10_000] as const
  return new Map([...sums].map(([key, sum]) => [key, priced(sum)]))
}
