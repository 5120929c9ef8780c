import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskOf, openCrowd } from './crowd.ts'
import { chanceOf, drawn, isTaken } from './draw.ts'
import { openScene, type Scene } from './scene.ts'
import { clockToTurn } from './turn-clock.ts'

const minute = 60_000,
  hour = 60 * minute,
  day = 24 * hour

const clock = clockToTurn()
let scene: Scene
beforeAll(async () => {
  scene = await openScene(clock.env)
})
afterAll(async () => {
  await scene?.close()
  clock.remove()
})

interface Received {
  /** By how much its received date differs from the database's clock, which nobody turned. */
  readonly off: number
  readonly suspect: boolean
}
const received = (after: number) =>
  scene.rows<Received>(
    `select extract(epoch from received_date)::float8 * 1000 - (id / 4096 + 1704067200000) as off, clock_suspect as suspect
     from sale_order where id > $1 and device_date is null order by id`,
    [after],
  )
const lastSale = async () => (await scene.rows<{ id: number }>('select max(id)::float8 as id from sale_order'))[0]!.id

// Fault F10; invariants I24, I31.
test.runIf(isTaken('clock')).each([
  ['400 days ahead', 400 * day],
  ['an hour back', -hour],
])(
  'the clock of the server jumps %s for a while under 32 customers: it is seen, and every sale is dated as time went on',
  async (jump, ms) => {
    const [company] = scene.demo.companies
    const desk = await deskOf(scene, company!)
    const status = async () => {
      const reply = await fetch(`${scene.url}/api/v1/clockFaults/status`, { headers: desk })
      return (await reply.json()) as { running: { cause: string; offsetMs: number } | null; marked: number }
    }
    const begun = await lastSale()
    const before = (await status()).marked
    const crowd = await openCrowd(scene, chanceOf(`turn the clock ${jump}`))
    const sell = async () => {
      for (let turn = 0; turn < drawn(20, 400); turn++) await crowd.nextAnswer()
    }
    await sell()
    clock.turn(ms)
    await expect.poll(async () => (await status()).running).toMatchObject({ cause: 'server' })
    expect(Math.abs((await status()).running!.offsetMs - ms)).toBeLessThan(minute)
    await sell()
    clock.turn(0)
    await expect.poll(async () => (await status()).running).toBeNull()
    await sell()
    await crowd.close()

    const sales = await received(begun)
    expect(sales.filter(({ off }) => Math.abs(off) > 2 * minute)).toEqual([])
    const marks = sales.map(({ suspect }) => suspect)
    expect([marks[0], marks.includes(true), marks.at(-1)]).toEqual([false, true, false])
    expect((await status()).marked).toBeGreaterThan(before)
    await scene.endsWell()
  },
)
