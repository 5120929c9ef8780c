import { randomBytes } from 'node:crypto'
import { nonceSeconds } from '@forecourt/contract/reader/reader-calls.ts'

/** More than a page that asks before each writing ever has open; beyond, the oldest are forgotten. */
const openMax = 64

/** Values that are good once, for the origin that asked, for a minute. */
export class Nonces {
  readonly #open = new Map<string, { origin: string; until: number }>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  give(origin: string): string {
    const nonce = randomBytes(18).toString('base64url')
    this.#open.set(nonce, { origin, until: this.#now() + nonceSeconds * 1000 })
    if (this.#open.size > openMax) this.#open.delete(this.#open.keys().next().value!)
    return nonce
  }

  /** @returns whether it was good; it is not any more */
  spend(nonce: string, origin: string): boolean {
    const given = this.#open.get(nonce)
    if (!given || given.origin !== origin) return false
    this.#open.delete(nonce)
    return this.#now() < given.until
  }
}
