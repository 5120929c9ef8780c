import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskOf, openCrowd } from './crowd.ts'
import { chanceOf, drawn, isTaken } from './draw.ts'
import { openHand, openScene, percentile, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

/** How late the event loop of the server was lately, one time in a hundred. */
async function lagMs(): Promise<number> {
  const figures = await (await fetch(`${scene.url}/metrics`)).text()
  return Math.round(1000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(figures)?.[1]))
}

// Fault F8.
test.runIf(isTaken('slow'))(
  'somebody holds the table of orders: callers of it are told to come again, everything else goes on, and no sale is lost',
  {
    timeout: 600_000,
  },
  async () => {
    const desk = await deskOf(scene, scene.demo.companies[0]!)
    const look = async (path: string) => {
      const begun = performance.now()
      const { status } = await fetch(`${scene.url}/api/v1${path}`, { headers: desk })
      return { status, ms: performance.now() - begun }
    }
    const crowd = await openCrowd(scene, chanceOf('a table is held'), { lanes: 8 })
    await crowd.nextAnswer()
    const hand = await openHand(scene)
    await hand.query('begin; lock table sale_order in access exclusive mode')
    const until = performance.now() + drawn(7000, 30_000)
    const [orders, stations]: [Awaited<ReturnType<typeof look>>[], number[]] = [[], []]
    while (performance.now() < until) {
      const asked = look('/orders?size=5')
      for (let turn = 0; turn < 5; turn++) {
        const { status, ms } = await look('/stations')
        expect(status).toBe(200)
        stations.push(ms)
        await pause(200)
      }
      orders.push(await asked)
    }
    const lag = await lagMs()
    await hand.query('rollback')
    await hand.end()
    const back = await crowd.nextAnswer()
    expect([...new Set(orders.map(({ status }) => status))]).toEqual([503])
    expect(Math.max(...orders.map(({ ms }) => ms))).toBeLessThan(drawn(15_000, 5000))
    await crowd.close()
    await scene.endsWell()
    const measured = { orders: Math.round(Math.max(...orders.map(({ ms }) => ms))), stationsP99: Math.round(percentile(stations, 0.99)) }
    console.log('a table is held', { ...measured, lagP99: lag, recoveredMs: Math.round(back), sold: crowd.seen.ok })
  },
)

test.runIf(isTaken('slow'))('every sale of one company takes for ever: the other sells as before', { timeout: 600_000 }, async () => {
  const [ours, theirs] = scene.demo.companies as [Scene['demo']['companies'][number], Scene['demo']['companies'][number]]
  const chance = chanceOf('a slow company')
  const crowd = await openCrowd(scene, chance, { lanes: 8, company: ours })
  const spell = drawn(3000, 20_000)
  await crowd.nextAnswer()
  await pause(spell)
  const before = crowd.seen.waitedMs.length
  await scene.rows(`create function sleep_long() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end'`)
  await scene.rows(`create trigger slow before insert on sale_order for each row
    when (new.company_id = (${(await scene.rows<{ id: number }>('select id from company where code = $1', [theirs.code]))[0]!.id}))
    execute function sleep_long()`)
  const slow = await openCrowd(scene, chance, { lanes: 16, company: theirs })
  await pause(spell + drawn(10_000, 20_000))
  const during = crowd.seen.waitedMs.slice(before)
  await scene.rows('drop trigger slow on sale_order')
  const back = await slow.nextAnswer()
  await crowd.close()
  await slow.close()
  const calm = crowd.seen.waitedMs.slice(0, before)
  const figures = [calm, during].map(ms => ({
    sold: ms.length,
    p50: Math.round(percentile(ms, 0.5)),
    p99: Math.round(percentile(ms, 0.99)),
  }))
  console.log('a slow company', { before: figures[0], beside: figures[1], turnedAway: slow.seen.busy, recoveredMs: Math.round(back) })
  // In a longer time: anyone who waits for a stranger sells next to nothing; the first who waits does so once.
  expect(figures[1]!.sold).toBeGreaterThan(figures[0]!.sold / 2)
  // In a small run the few who wait once are one in a hundred.
  expect(figures[1]!.p99).toBeLessThan(drawn(Infinity, 2 * figures[0]!.p99))
  await scene.endsWell()
})
