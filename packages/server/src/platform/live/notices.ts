import pg from 'pg'

const channel = 'live'
/** A notice of PostgreSQL holds 8,000 bytes. */
const noticeBytesMax = 7900
const connectAgainMs = 1000

/** What instances tell each other at once, through the database; those that are not there then do not hear it. */
export class Notices {
  readonly #url: string
  readonly #failed: (error: unknown) => void
  readonly #heard: (text: string) => void
  #client: Promise<pg.Client> | undefined
  #stopped = false

  constructor(url: string, failed: (error: unknown) => void, heard: (text: string) => void) {
    this.#url = url
    this.#failed = failed
    this.#heard = heard
    void this.#connected().catch(failed)
  }

  async send(text: string): Promise<void> {
    if (Buffer.byteLength(text) > noticeBytesMax) return
    const client = await this.#connected()
    await client.query('select pg_notify($1, $2)', [channel, text])
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
