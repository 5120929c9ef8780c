import { afterAll, beforeAll, expect, test } from 'vitest'
import { chanceOf, drawn, type Chance, isTaken } from './draw.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

const count = drawn(1500, 20_000)
const day = 24 * 60 * 60_000

interface Told {
  readonly sequence: number
  readonly createdDate?: string
  readonly nozzleControlId: number
  readonly payType: 'cash'
  readonly lineItems: readonly object[]
}
interface Taken {
  readonly id: number
  readonly late: boolean
}

/** Sales numbered from `first` on, with holes that the device never fills; one in twenty took place in the four weeks before `open`. */
function salesFrom(first: number, nozzleControlId: number, open: number, chance: Chance) {
  const sales: Told[] = []
  const holes: { fromSequence: number; toSequence: number }[] = []
  for (let sequence = first; sales.length < count; ) {
    const late = chance.between(1, 20) === 1 && { createdDate: new Date(open - chance.between(1000, 28 * day)).toISOString() }
    const lineItems = [{ volumeCl: chance.between(100, 6000), priceCents: 7_50 }]
    sales.push({ sequence: sequence++, nozzleControlId, payType: 'cash', lineItems, ...late })
    if (sales.length < count && chance.between(1, 100) === 1) {
      const length = chance.between(1, 5)
      holes.push({ fromSequence: sequence, toSequence: sequence + length - 1 })
      sequence += length
    }
  }
  return { sales, holes }
}

/** As they come over a bad line: three in ten are sent two to ten times, within a window of 500 or long after, in parcels of any size. */
function parcelsOf(sales: readonly Told[], chance: Chance): Told[][] {
  const sent = sales
    .flatMap((sale, at) => {
      const times = chance.between(1, 10) <= 3 ? chance.between(2, 10) : 1
      const delay = sale.createdDate ? chance.between(0, count) : 0
      return Array.from({ length: times }, (_, again) => ({ sale, at: at + delay + chance.between(0, again ? 2500 : 500) }))
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ sale }) => sale)
  const parcels: Told[][] = []
  for (let at = 0; at < sent.length; ) {
    const size = chance.between(1, 5) === 1 ? 1 : chance.between(2, 300)
    parcels.push(sent.slice(at, at + size))
    at += size
  }
  return parcels
}

/** A device's line to the server: whatever is sent again is answered as before. */
function lineOf(credential: string) {
  const taken = new Map<number, Taken>()
  const ask = async (path: string, body: object): Promise<any> => {
    const headers = { authorization: `Device ${credential}`, 'content-type': 'application/json' }
    const reply = await fetch(`${scene.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (reply.status === 503) return ask(path, body)
    if (reply.status !== 200) throw new Error(await reply.text())
    return reply.json()
  }
  const note = ({ sequence }: Told, { id, late }: Taken) => {
    expect(taken.get(sequence)?.id ?? id).toBe(id)
    taken.set(sequence, { id, late })
  }
  const deliver = async ([...parcel]: Told[]) => {
    if (parcel.length === 1) return note(parcel[0]!, await ask('/orders', parcel[0]!))
    const { content } = await ask('/orders/batch', { orders: parcel })
    for (const [at, { order, refusal }] of content.entries()) {
      if (refusal) throw new Error(JSON.stringify([parcel[at], refusal]))
      note(parcel[at]!, order)
    }
  }
  return { taken, deliver }
}

/** What became of a device's sales, and of the shifts that they count in and belong to. */
const keptFrom = (deviceId: number, first: number) =>
  scene.rows<{ id: number; sequence: number; late: boolean; shift: string; belongs: string | null; dated: boolean }>(
    `select sold.id, sequence, late, shift.status as shift, belongs.status as belongs,
       belongs.id is null or sold.created_date >= belongs.start_time and sold.created_date < belongs.end_time as dated
     from sale_order sold join daily_state shift on shift.id = shift_id left join daily_state belongs on belongs.id = belongs_shift_id
     where device_id = $1 and sequence >= $2 order by sequence`,
    [deviceId, first],
  )

// Fault F12 over HTTP; invariants I10, I14.
test.runIf(isTaken('uploads'))(
  'sales come twice, shuffled and a month late: each is one order, what never came is named, and no settled shift changes',
  {
    timeout: 600_000,
  },
  async () => {
    const chance = chanceOf('uploads')
    const [station] = scene.demo.companies[0]!.stations
    const device = station!.devices.find(({ credential }) => credential)!
    const frozen = () =>
      scene.rows(`select s.*, (select sum(total_cents) from sale_order where shift_id = s.daily_state_id) as told
      from class_settle s order by id`)
    const before = await frozen()
    const missing = async () =>
      (
        await scene.rows<{ missing: number }>('select coalesce(sum(missing), 0)::int as missing from device_gap where device_id = $1', [
          device.id,
        ])
      )[0]!
    const gone = (await missing()).missing
    // What is reported of a day that nobody settled yet joins it; what is reported of earlier ones comes late.
    const [unsettled] = await scene.rows<{ since: Date }>(
      `select min(start_time) as since from daily_state state where station_id = (select station_id from device where id = $1)
       and not exists (select from class_settle where daily_state_id = state.id)`,
      [device.id],
    )
    const { sales, holes } = salesFrom(device.nextSequence, station!.nozzles[0]!.id, new Date(unsettled!.since).getTime(), chance)
    const parcels = parcelsOf(sales, chance)

    const { taken, deliver } = lineOf(device.credential!)
    let next = 0
    const lane = async () => {
      while (next < parcels.length) await deliver(parcels[next++]!)
    }
    const begun = performance.now()
    await Promise.all([1, 2, 3, 4].map(lane))
    const ms = Math.round(performance.now() - begun)

    expect(taken.size).toBe(count)
    const kept = await keptFrom(device.id, device.nextSequence)
    expect(kept.map(({ id, sequence }) => [sequence, id])).toEqual(sales.map(({ sequence }) => [sequence, taken.get(sequence)!.id]))
    // What took place in a closed shift counts in the running one, and names the one it belongs to.
    expect(kept.filter(({ shift, dated }) => shift !== 'open' || !dated)).toEqual([])
    expect(kept.filter(({ late, belongs }) => late && belongs !== 'closed')).toEqual([])
    expect(kept.filter(({ sequence, late }) => late !== taken.get(sequence)!.late)).toEqual([])
    expect(kept.filter(({ late }) => late).length).toBe(sales.filter(({ createdDate }) => createdDate).length)
    expect(await frozen()).toEqual(before)

    expect((await missing()).missing - gone).toBe(
      holes.reduce((sum, { fromSequence, toSequence }) => sum + toSequence - fromSequence + 1, 0),
    )
    expect(
      await scene.rows(
        `select from_sequence as "fromSequence", to_sequence as "toSequence" from device_gap
        where device_id = $1 and from_sequence >= $2 order by 1`,
        [device.id, device.nextSequence],
      ),
    ).toEqual(holes)
    await scene.endsWell()
    console.log('uploads', { orders: count, sent: parcels.flat().length, parcels: parcels.length, holes: holes.length, ms })
  },
)
