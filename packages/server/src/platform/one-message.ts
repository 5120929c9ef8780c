import pg from 'pg'

export interface Statement {
  /** Under which it is prepared; a text without one is not kept. */
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly (string | Buffer | null)[]
}

/** The half of the driver's connection that its types do not tell of. */
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
 * Statements that go in one message and are answered in one, of which the answer to `question` is the answer. Where one of them fails,
 * those behind it are not performed.
 */
export class OneMessage extends Query implements pg.Submittable {
  readonly #all: readonly Statement[]
  readonly #question: number
  #at = -1

  constructor(
    ahead: readonly Statement[],
    question: Statement,
    behind: readonly Statement[],
    callback: (error: Error | null, result: pg.QueryResult) => void,
  ) {
    super({ ...question, callback })
    this.#all = [...ahead, question, ...behind]
    this.#question = ahead.length
  }

  submit(connection: pg.Connection): null {
    const wire = connection as unknown as Wire
    this.#next()
    wire.stream.cork()
    try {
      for (const [at, { name, text, values }] of this.#all.entries()) {
        if (!name || wire.parsedStatements[name] !== text) wire.parse({ name, text })
        wire.bind({ statement: name, values })
        if (at === this.#question) wire.describe({ type: 'P' })
        wire.execute({})
      }
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
    return null
  }

  handleDataRow(row: unknown): void {
    if (this.#at === this.#question) super.handleDataRow(row)
  }

  handleCommandComplete(told: unknown, wire: Wire): void {
    if (this.#at === this.#question) super.handleCommandComplete(told, wire)
    this.#next()
  }

  /** The driver notes what was parsed under the name of the statement that is at work. */
  #next(): void {
    const { name, text } = this.#all[++this.#at] ?? {}
    this['name'] = name
    this['text'] = text
  }
}
