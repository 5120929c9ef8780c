import type { DroppedKind, KeptLimits } from './broker-messages.ts'

/** What the broker keeps of sessions; its types do not say that it has it. */
export interface Persistence {
  incomingGetPacket(client: object, packet: object): Promise<unknown>
  outgoingStream(client: { id: string }): AsyncIterable<KeptPacket>
  outgoingEnqueue(to: Subscriber, packet: object): Promise<void>
  outgoingEnqueueCombi(to: readonly Subscriber[], packet: object): Promise<void>
  outgoingClearMessageId(client: { id: string }, packet: Pick<KeptPacket, 'messageId'>): Promise<unknown>
  outgoingUpdate(client: { id: string }, packet: KeptPacket): Promise<void>
  cleanSubscriptions(client: { id: string }): Promise<void>
  cleanIncoming(client: { id: string }): Promise<void>
  delWill(client: { id: string }): Promise<unknown>
}
export interface KeptPacket {
  readonly cmd: string
  readonly messageId?: number
  dup: boolean
}
interface Subscriber {
  readonly clientId: string
}

/** What is kept for clients while they are away, within bounds: a device may call itself by any number of names. */
export class KeptSessions {
  /** The names under which each of them has a session; the one unused for longest comes first. */
  readonly #names = new Map<string, Set<string>>()
  readonly #waiting = new Map<string, number>()
  readonly #limits: KeptLimits
  readonly #persistence: Persistence
  readonly #isConnected: (id: string) => boolean
  readonly #dropped: (id: string, what: DroppedKind) => void

  constructor(
    limits: KeptLimits,
    persistence: Persistence,
    isConnected: (id: string) => boolean,
    dropped: (id: string, what: DroppedKind) => void,
  ) {
    this.#limits = limits
    this.#persistence = persistence
    this.#isConnected = isConnected
    this.#dropped = dropped
    this.#boundQueues()
  }

  /** Another one, or one that comes back. What has no connection makes room, the oldest first. @returns whether there is room */
  async open(key: string, id: string): Promise<boolean> {
    const names = this.#names.get(key) ?? new Set()
    this.#names.set(key, names)
    while (!names.has(id) && names.size >= this.#limits.sessions) {
      const oldest = [...names].find(each => !this.#isConnected(each))
      if (oldest === undefined) {
        this.#dropped(id, 'refused')
        return false
      }
      await this.#end(key, oldest)
      this.#dropped(oldest, 'session')
    }
    this.touch(key, id, true)
    return true
  }

  /** It is the one that was heard of last. */
  touch(key: string, id: string, isNew = false): void {
    const names = this.#names.get(key)
    if (names?.delete(id) || isNew) names?.add(id)
  }

  /** A client of this name wants nothing kept any more. */
  forget(key: string, id: string): void {
    const names = this.#names.get(key)
    if (names?.delete(id) && names.size === 0) this.#names.delete(key)
  }

  async #end(key: string, id: string): Promise<void> {
    this.forget(key, id)
    await this.#persistence.cleanSubscriptions({ id })
    await this.#persistence.cleanIncoming({ id })
    await this.#persistence.delWill({ id })
    while (await this.#removeOldest(id));
  }

  #boundQueues(): void {
    const kept = this.#persistence
    const clear = kept.outgoingClearMessageId.bind(kept)
    const enqueue = kept.outgoingEnqueueCombi.bind(kept)
    kept.outgoingClearMessageId = async (client, packet) => {
      const removed = await clear(client, packet)
      if (removed !== undefined) this.#count(client.id, -1)
      return removed
    }
    kept.outgoingEnqueueCombi = async (to, packet) => {
      await enqueue(to, packet)
      for (const { clientId } of to) {
        if (this.#count(clientId, 1) <= this.#limits.waiting) continue
        await this.#removeOldest(clientId)
        this.#dropped(clientId, 'message')
      }
    }
    const update = kept.outgoingUpdate.bind(kept)
    // One that has made room for others before it was sent is kept no more, and sent all the same to a client that is there: the broker
    // would end its connection.
    kept.outgoingUpdate = (client, packet) =>
      update(client, packet).catch((error: Error) => {
        if (error.message !== 'no such packet') throw error
      })
    kept.outgoingEnqueue = (to, packet) => kept.outgoingEnqueueCombi([to], packet)
  }

  #count(id: string, more: number): number {
    const count = (this.#waiting.get(id) ?? 0) + more
    if (count > 0) this.#waiting.set(id, count)
    else this.#waiting.delete(id)
    return count
  }

  /** @returns whether there was one */
  async #removeOldest(id: string): Promise<boolean> {
    for await (const { messageId } of this.#persistence.outgoingStream({ id })) {
      // The first of a number is taken out, which is this one; those that were never sent have none.
      await this.#persistence.outgoingClearMessageId({ id }, messageId === undefined ? {} : { messageId })
      return true
    }
    return false
  }
}
