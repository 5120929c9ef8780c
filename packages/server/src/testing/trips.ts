import type pg from 'pg'

/** How often a pool’s connections waited for an answer: each message that ends in a question is one trip. Before the first is opened. */
export function tripsOf(pool: pg.Pool) {
  let count = 0
  pool.on('connect', client => {
    const wire = (client as unknown as { connection: { sync(text?: string): void; query(text?: string): void } }).connection
    for (const end of ['sync', 'query'] as const) {
      const send = wire[end].bind(wire)
      wire[end] = (text?: string) => {
        count++
        send(text)
      }
    }
  })
  return {
    async of(act: () => Promise<unknown>): Promise<number> {
      const before = count
      await act()
      return count - before
    },
  }
}
