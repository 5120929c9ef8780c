import { setTimeout as wait } from 'node:timers/promises'
import { kill } from './instances.ts'
import { startServer, type Server } from './servers.ts'

export interface Answer {
  readonly status: number
  readonly body: any
}
interface Asked {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: object
}

const patienceMs = 10_000
const againMs = 50

/** Some servers on one database, any of which may be killed while it is asked something. */
export async function openServers(count: number, draw: () => number) {
  const running: Server[] = await Promise.all(Array.from({ length: count }, () => startServer()))
  const seen = { answered: 0, unanswered: 0, busy: 0, kills: 0 }
  const any = () => running[Math.floor(draw() * running.length)]!

  /** Asks one server after the other, in the same words, until one answers; one that is busy is asked again as well. */
  async function ask({ path, headers, body }: Asked): Promise<Answer> {
    for (;;) {
      const reply = await fetch(`${any().address}/api/v1${path}`, {
        method: 'POST',
        headers: { language: 'en', ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      })
        .then(async given => ({ status: given.status, body: await given.json() }))
        .catch(() => undefined)
      if (reply && reply.status !== 503) {
        seen.answered++
        return reply
      }
      if (reply) seen.busy++
      else seen.unanswered++
      await wait(againMs)
    }
  }

  return {
    ask,
    seen,
    /** One of them is gone in the midst of whatever it does, and another begins in its place. */
    async killOne(): Promise<void> {
      const place = Math.floor(draw() * running.length)
      await kill(running[place]!.child)
      seen.kills++
      running[place] = await startServer()
    },
    async killAll(): Promise<void> {
      await Promise.all(running.splice(0).map(({ child }) => kill(child)))
    },
  }
}
