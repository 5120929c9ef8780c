import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '../postgres/database.ts'

const channel = 'live'
/** A notice of PostgreSQL holds 8,000 bytes. */
const noticeBytesMax = 7900
const connectAgainMs = 1000

/** What is published: under a topic, as JSON. */
export interface Message {
  readonly topic: string
  readonly payload: object
}

/** What an instance tells the others; without a sender it is told to all. */
export interface Notice {
  readonly from?: string
  readonly message: Message
}

/** Has the pages that have subscribed told this when the transaction is committed, and never when it is not; it is kept nowhere. */
export const tellPages = (tx: Tx, message: Message): Promise<unknown> =>
  sql`select pg_notify(${channel}, ${JSON.stringify({ message } satisfies Notice)})`.execute(tx)

/** What instances tell each other at once, through the database; those that are not there then do not hear it. */
export class Notices {
  readonly #url: string
  readonly #failed: (error: unknown) => void
  readonly #heard: (text: string) => void
  #client: Promise<pg.Client> | undefined
  #stopped = false
  #sending: Promise<unknown> = Promise.resolve()

  constructor(url: string, failed: (error: unknown) => void, heard: (text: string) => void) {
    this.#url = url
    this.#failed = failed
    this.#heard = heard
    void this.#connected().catch(failed)
  }

  /** Once it hears the others; or, where the database was not there yet, once that is known: it goes on trying. */
  async ready(): Promise<void> {
    await this.#connected().catch(() => undefined)
  }

  /** One after the other: a connection does one query at a time. */
  async send(text: string): Promise<void> {
    if (Buffer.byteLength(text) > noticeBytesMax) return
    const notify = async () => (await this.#connected()).query('select pg_notify($1, $2)', [channel, text])
    const sent = this.#sending.then(notify)
    this.#sending = sent.catch(() => undefined)
    await sent
  }

  #connected(): Promise<pg.Client> {
    return (this.#client ??= this.#connect())
  }

  #again(): void {
    setTimeout(() => {
      this.#connected().catch(this.#failed)
    }, connectAgainMs).unref()
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#url })
    const lost = (error?: Error) => {
      this.#client = undefined
      if (this.#stopped) return
      if (error) this.#failed(error)
      this.#again()
    }
    try {
      await client.connect()
    } catch (error) {
      lost()
      throw error
    }
    client.on('error', lost)
    client.on('notification', ({ payload }) => payload && this.#heard(payload))
    await client.query(`listen ${channel}`)
    return client
  }

  async stop(): Promise<void> {
    this.#stopped = true
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }
}
