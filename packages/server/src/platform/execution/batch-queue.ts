/** Batches of one tenant at the same time: while one is written the next is read. */
const batchesMax = 2
const batchSizeMax = 64
/** A second batch of a tenant starts while one is running only when this many calls are queued, or the running one has lasted this long. */
const secondBatchSize = 16
const longMs = 150
/** Batches of all tenants at the same time; those that have lasted long are not among the first number, so that others need not wait. */
const briskBatchesMax = 2
/** While fewer calls than a second batch is worth are queued, so many: a call that comes alone does not wait for others that do. */
const loneBatchesMax = 4
const allBatchesMax = 8

interface TenantQueue<Item> {
  readonly queue: Item[]
  batches: number
  running: number
  startedAt: number
}

/**
 * Each batch takes its share of all calls, queued and running. Otherwise the clients of one large batch return together and form a large
 * batch again, while the few calls that arrived next to it wait for all of it.
 */
const batchSizeOf = (queued: number, running: number): number => {
  const size = Math.ceil((queued + running) / batchesMax)
  return Math.min(batchSizeMax, size < secondBatchSize ? queued : size)
}

const mayStart = ({ queue, batches, startedAt }: TenantQueue<unknown>): boolean =>
  queue.length > 0 && batches < batchesMax && (batches === 0 || queue.length >= secondBatchSize || performance.now() - startedAt >= longMs)

/** Queues by tenant, from which batches are taken in turn. */
export class BatchQueue<Item> {
  /** In the order of their turns: one that has run a batch goes to the end. */
  readonly #tenants = new Map<string, TenantQueue<Item>>()
  readonly #run: (batch: Item[]) => Promise<void>
  #length = 0
  #batches = 0
  #briskBatches = 0
  #isScheduled = false

  /** @param run never rejects */
  constructor(run: (batch: Item[]) => Promise<void>) {
    this.#run = run
  }

  /** How many wait. */
  get length(): number {
    return this.#length
  }

  add(name: string, item: Item): void {
    const tenant = this.#tenants.get(name) ?? { queue: [], batches: 0, running: 0, startedAt: 0 }
    this.#tenants.set(name, tenant)
    tenant.queue.push(item)
    this.#length++
    if (this.#isScheduled) return
    this.#isScheduled = true
    // Deferred, so that calls that arrive in the same tick are collected: the answers of a batch bring its next calls all at once.
    setImmediate(() => {
      this.#isScheduled = false
      this.#startAll()
    })
  }

  #startAll(): void {
    for (const [name, tenant] of this.#tenants) while (this.#hasRoom() && mayStart(tenant)) this.#start(name, tenant)
  }

  #hasRoom(): boolean {
    const briskMax = this.#length < secondBatchSize ? loneBatchesMax : briskBatchesMax
    return this.#briskBatches < briskMax && this.#batches < allBatchesMax
  }

  #start(name: string, tenant: TenantQueue<Item>): void {
    const batch = tenant.queue.splice(0, batchSizeOf(tenant.queue.length, tenant.running))
    this.#length -= batch.length
    this.#batches++
    this.#briskBatches++
    tenant.batches++
    tenant.running += batch.length
    tenant.startedAt = performance.now()
    let isBrisk = true
    const makeRoom = () => {
      if (isBrisk) this.#briskBatches--
      isBrisk = false
      this.#startAll()
    }
    const timer = setTimeout(makeRoom, longMs).unref()
    void this.#run(batch).finally(() => {
      clearTimeout(timer)
      this.#batches--
      tenant.batches--
      tenant.running -= batch.length
      this.#tenants.delete(name)
      if (tenant.queue.length > 0 || tenant.batches > 0) this.#tenants.set(name, tenant)
      makeRoom()
    })
  }
}
