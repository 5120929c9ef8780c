import pg from 'pg'

export interface Statement {
  /** Under which it is prepared; a text without one is not kept. */
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly (string | Buffer | null)[]
}

/** The part of the driver's connection that its types leave out. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  readonly parsedStatements: Readonly<Record<string, string>>
  parse(asked: object): void
  bind(asked: object): void
  describe(asked: object): void
  execute(asked: object): void
  sync(): void
}
const Query = pg.Query as unknown as new (asked: object) => any

/**
 * Several statements pipelined in one message with one Sync. The result of `query` is the result of all; after a failed statement the
 * following ones are skipped by the server.
 */
export class PipelinedQuery extends Query implements pg.Submittable {
  readonly #all: readonly Statement[]
  readonly #queryAt: number
  #at = -1

  constructor(
    before: readonly Statement[],
    query: Statement,
    after: readonly Statement[],
    callback: (error: Error | null, result: pg.QueryResult) => void,
  ) {
    super({ ...query, callback })
    this.#all = [...before, query, ...after]
    this.#queryAt = before.length
  }

  submit(connection: pg.Connection): null {
    const wire = connection as unknown as Wire
    this.#next()
    wire.stream.cork()
    const parsed = new Set<string>()
    try {
      for (const [at, { name, text, values }] of this.#all.entries()) {
        if (!name || (wire.parsedStatements[name] !== text && !parsed.has(name))) wire.parse({ name, text })
        if (name) parsed.add(name)
        wire.bind({ statement: name, values })
        if (at === this.#queryAt) wire.describe({ type: 'P' })
        wire.execute({})
      }
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
    return null
  }

  handleDataRow(row: unknown): void {
    if (this.#at === this.#queryAt) super.handleDataRow(row)
  }

  handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#at === this.#queryAt) super.handleCommandComplete(message, wire)
    this.#next()
  }

  /** The driver records a parsed statement under the name of the current one. */
  #next(): void {
    const { name, text } = this.#all[++this.#at] ?? {}
    this['name'] = name
    this['text'] = text
  }
}
