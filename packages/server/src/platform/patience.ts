import { Refusal } from './refusal.ts'

/** What one call may spend on waiting for its turns, however many there are. */
export class Patience {
  #leftMs: number
  constructor(ms: number) {
    this.#leftMs = ms
  }

  /** @param late what becomes of a turn that comes when nobody waits any more. @throws server.busy */
  async wait<T>(turn: Promise<T>, late: (turn: T) => unknown = () => {}): Promise<T> {
    const begun = performance.now()
    let gone = false
    let timer: NodeJS.Timeout | undefined
    const end = new Promise<never>((_, leave) => {
      timer = setTimeout(
        () => {
          gone = true
          leave(new Refusal('server.busy'))
        },
        Math.max(0, this.#leftMs),
      )
    })
    turn.then(
      it => gone && late(it),
      () => {},
    )
    try {
      return await Promise.race([turn, end])
    } finally {
      clearTimeout(timer)
      this.#leftMs -= performance.now() - begun
    }
  }
}
