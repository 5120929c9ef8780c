import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCrowd } from './crowd.ts'
import { chanceOf, drawn, isTaken } from './draw.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
/** The middle and the longest of what was measured, in whole milliseconds. */
const summary = (ms: readonly number[]) => {
  const sorted = ms.toSorted((one, other) => one - other)
  return { times: ms.length, median: Math.round(sorted[Math.floor(ms.length / 2)]!), longest: Math.round(sorted.at(-1)!) }
}

// Fault F1; invariants I9, I10, I11.
test.runIf(isTaken('kill'))(
  'the server is killed again and again under 32 customers: nothing acknowledged is lost, nothing is done twice',
  {
    timeout: 900_000,
  },
  async () => {
    const chance = chanceOf('kill the server')
    const crowd = await openCrowd(scene, chance)
    const ready: number[] = []
    const serving: number[] = []
    for (let turn = 0; turn < drawn(3, 40); turn++) {
      await crowd.nextAnswer()
      await pause(chance.between(50, 400))
      const begun = performance.now()
      ready.push(await scene.killServer())
      await crowd.nextAnswer()
      serving.push(performance.now() - begun)
    }
    await crowd.close()
    await scene.endsWell()
    const { median } = summary(ready)
    console.log('server killed', {
      ready: summary(ready),
      serving: summary(serving),
      ...crowd.seen,
      waitedMs: summary(crowd.seen.waitedMs),
    })
    expect(median).toBeLessThan(drawn(60_000, 1000))
  },
)

// Faults F2 and F6.
test.runIf(isTaken('kill'))(
  'the database is killed, and restarted fast and at once, under 32 customers: the same server serves again within five seconds',
  {
    timeout: 900_000,
  },
  async () => {
    const chance = chanceOf('end the database')
    const crowd = await openCrowd(scene, chance)
    const server = scene.pid()
    const serving: Record<'killed' | 'fast' | 'immediate', number[]> = { killed: [], fast: [], immediate: [] }
    for (let turn = 0; turn < drawn(3, 60); turn++) {
      await crowd.nextAnswer()
      await pause(chance.between(50, 400))
      const how = (['killed', 'fast', 'immediate'] as const)[turn % 3]!
      await scene.endDatabase(how)
      serving[how].push(await crowd.nextAnswer())
    }
    await crowd.close()
    expect(scene.pid()).toBe(server)
    await scene.endsWell()
    const figures = Object.entries(serving).map(([how, ms]) => [how, summary(ms)])
    console.log('database ended', { ...Object.fromEntries(figures), ...crowd.seen, waitedMs: summary(crowd.seen.waitedMs) })
    expect(Math.max(...Object.values(serving).flat())).toBeLessThan(drawn(60_000, 5000))
  },
)
