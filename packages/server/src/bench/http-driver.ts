/** A process of its own that makes calls over HTTP and says how fast they were answered. */
import { Line, type Act, type Call, type Reply } from './http-line.ts'
import { runArrivals, runLanes, instructions, type Clock } from './spread.ts'
import type { Calls } from './workload.ts'

/** What a source of calls shows: for each lane, one call after the other until there are no more. */
type CallsOf = (facts: unknown) => (lane: number) => () => Call | Act | undefined

const plan = await instructions<Calls & Clock & { address: string }>()
const { callsOf } = (await import(`./${plan.source}`)) as { callsOf: CallsOf }
const callsOfLane = callsOf(plan.facts)
const lines = await Promise.all(Array.from({ length: plan.lanes }, () => Line.open(plan.address)))
const good = new Set([200])
let shown = 0,
  again = 0

const laneOf = (lane: number) => {
  const next = callsOfLane(lane)
  return () => {
    const call = next()
    if (!call) return undefined
    const line = lines[lane]!
    const answer = typeof call === 'function' ? call(each => line.ask(each)) : line.ask(call)
    return answer.then((reply: Reply & { readonly again?: number }) => {
      const { status, body } = reply
      again += reply.again ?? 0
      // The first answers that are none are shown: what they say is what is wrong.
      const what = typeof call === 'function' ? plan.source : `${call.method} ${call.path}`
      if (!good.has(status) && shown++ < 3) console.error(`${what}: ${status} ${body.slice(0, 300)}`)
      return status
    })
  }
}
const { perSecond } = plan
const load =
  perSecond === undefined
    ? await runLanes(plan, plan.lanes, good, laneOf)
    : await runArrivals({ ...plan, perSecond }, plan.lanes, good, laneOf)
for (const line of lines) line.close()
console.log(JSON.stringify({ ...load, again }))
