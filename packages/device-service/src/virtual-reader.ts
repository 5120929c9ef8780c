import { mkdirSync, readFileSync, existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { blockBytes, bytesOfRecord, recordBytes, recordOfBytes } from '@forecourt/contract/reader/card-bytes.ts'
import type { CardRecord } from '@forecourt/contract/reader/card-payload.ts'
import { issueTypes, readerTypeOf } from '@forecourt/contract/reader/chip-types.ts'
import { demoChips, type DemoChip } from '@forecourt/contract/reader/demo-chips.ts'
import type { CardDrawer, CardFault, ReaderFault } from '@forecourt/contract/reader/reader-schemas.ts'
import { ReaderFailure, type Chip, type Reader } from './reader.ts'

/** A chip of the drawer; `record` is what stands on it at first, where that is more than its number. */
export interface DrawerChip extends DemoChip {
  readonly record?: CardRecord | undefined
}
interface VirtualCard extends DemoChip {
  fault: CardFault
  /** What stands on it, in hexadecimal digits. */
  content: string
}
interface State {
  dongle: boolean
  readonly slots: { fault: ReaderFault; uuid: string | null }[]
  readonly cards: VirtualCard[]
}
export interface VirtualOptions {
  readonly chips?: readonly DrawerChip[]
  /** Where the drawer is kept when the service ends; without it each start begins with full drawer and blank cards. */
  readonly folder?: string | undefined
  /** What each exchange with a slow reader takes. */
  readonly slowMs?: number
}

const otherMaker = 99
/** The card is pulled out when as many blocks are written. */
const pulledAfter = 3

/** A reader with two places and a drawer of cards beside it, for where there is no other. What a hand does is done by its calls. */
export class VirtualReader implements Reader {
  readonly kind = 'virtual'
  readonly #state: State
  readonly #file: string | undefined
  readonly #slowMs: number

  constructor({ chips = demoChips, folder, slowMs = 150 }: VirtualOptions = {}) {
    this.#slowMs = slowMs
    this.#file = folder && join(folder, 'drawer.json')
    if (folder) mkdirSync(folder, { recursive: true, mode: 0o700 })
    const kept = this.#file && existsSync(this.#file) && this.#file
    this.#state = kept ? JSON.parse(readFileSync(kept, 'utf8')) : newState(chips)
  }

  drawer(): CardDrawer {
    const { dongle, slots, cards } = this.#state
    return {
      dongle,
      slots: slots.map((each, slot) => ({ slot, name: nameOf(slot), ...each })),
      cards: cards.map(({ uuid, number, supplier, cardType, fault, content }) => {
        const slot = slots.findIndex(each => each.uuid === uuid)
        const record = recordOfBytes(Buffer.from(content, 'hex')) ?? null
        return { uuid, number, supplier, cardType, fault, slot: slot < 0 ? null : slot, record }
      }),
    }
  }

  /** Puts a card on the reader; what lay there goes back into the drawer. @throws noReader; noCard, where it is not in the drawer */
  place(slot: number, uuid: string): void {
    this.#card(uuid)
    for (const each of this.#state.slots) if (each.uuid === uuid) each.uuid = null
    this.#slot(slot).uuid = uuid
    this.#keep()
  }
  remove(slot: number): void {
    this.#slot(slot).uuid = null
    this.#keep()
  }
  breakReader(slot: number, fault: ReaderFault): void {
    this.#slot(slot).fault = fault
    this.#keep()
  }
  breakCard(uuid: string, fault: CardFault): void {
    this.#card(uuid).fault = fault
    this.#keep()
  }
  plugDongle(present: boolean): void {
    this.#state.dongle = present
    this.#keep()
  }

  slots() {
    return Promise.resolve(this.#state.slots.map(({ fault }, slot) => ({ slot, name: nameOf(slot), plugged: fault !== 'unplugged' })))
  }
  hasDongle() {
    return Promise.resolve(this.#state.dongle)
  }
  async labels(signal: AbortSignal) {
    const { slots } = this.#state
    const plugged = slots.flatMap(({ uuid, fault }, slot) => (uuid && fault !== 'unplugged' ? [{ slot, uuid }] : []))
    for (const { slot } of plugged) await this.#exchange(slot, signal)
    return plugged.map(({ slot, uuid }) => ({ slot, rfid: this.#card(uuid).rfid }))
  }

  async withChip<T>(slot: number, signal: AbortSignal, use: (chip: Chip) => Promise<T>): Promise<T> {
    await this.#exchange(slot, signal)
    const place = this.#slot(slot)
    if (!place.uuid) throw new ReaderFailure('noCard')
    const card = this.#card(place.uuid)
    let written = 0
    const reach = async (block: number) => {
      await this.#exchange(slot, signal)
      if (place.uuid !== card.uuid) throw new ReaderFailure('cardRemoved')
      // A bad sector: its number is still told.
      if (card.fault === 'broken') throw new ReaderFailure('cardBroken')
      return block * blockBytes
    }
    return use({
      uuid: place.fault === 'misread' ? misread(card.uuid) : card.uuid,
      readerType: readerTypeOf(card.cardType) ?? 1,
      supplier: card.fault === 'otherMaker' ? otherMaker : card.supplier,
      readBlock: async block => {
        const at = await reach(block)
        return Buffer.from(card.content, 'hex').subarray(at, at + blockBytes)
      },
      writeBlock: async (block, bytes) => {
        const at = await reach(block)
        if (place.fault === 'lie') return
        if (place.fault === 'pull' && written++ === pulledAfter) this.#pull(slot)
        const content = Buffer.from(card.content, 'hex')
        content.set(bytes, at)
        card.content = content.toString('hex')
        this.#keep()
      },
    })
  }
  close() {
    return Promise.resolve()
  }

  #pull(slot: number): never {
    Object.assign(this.#slot(slot), { uuid: null, fault: 'none' })
    this.#keep()
    throw new ReaderFailure('cardRemoved')
  }
  /** What every word between us and the reader takes, and whether it is heard. */
  async #exchange(slot: number, signal: AbortSignal): Promise<void> {
    const { fault } = this.#slot(slot)
    if (fault === 'unplugged') throw new ReaderFailure('noReader')
    const ms = fault === 'hang' ? 2 ** 31 - 1 : fault === 'slow' ? this.#slowMs : 0
    if (ms > 0) await pause(ms, undefined, { signal })
    signal.throwIfAborted()
  }
  #slot(slot: number) {
    const found = this.#state.slots[slot]
    if (!found) throw new ReaderFailure('noReader')
    return found
  }
  #card(uuid: string): VirtualCard {
    const found = this.#state.cards.find(each => each.uuid === uuid)
    if (!found) throw new ReaderFailure('noCard')
    return found
  }
  #keep(): void {
    if (!this.#file) return
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#state), { mode: 0o600 })
    renameSync(`${this.#file}.new`, this.#file)
  }
}

const nameOf = (slot: number) => `Forecourt virtual reader ${slot + 1}`
const misread = (uuid: string) =>
  uuid.slice(0, -2) + (Number.parseInt(uuid.slice(-2), 16) ^ 0xff).toString(16).padStart(2, '0').toUpperCase()

const newState = (chips: readonly DrawerChip[]): State => ({
  dongle: false,
  slots: [
    { fault: 'none', uuid: null },
    { fault: 'none', uuid: null },
  ],
  cards: chips.map(({ record, ...chip }) => ({ ...chip, fault: 'none', content: Buffer.from(contentOf(chip, record)).toString('hex') })),
})

/** What its maker wrote: nothing on a blank chip, on the others what they are. */
function contentOf(chip: DemoChip, record: CardRecord | undefined): Uint8Array {
  if (record) return bytesOfRecord(record)
  if (chip.issueType === issueTypes.blankUser) return new Uint8Array(recordBytes)
  return bytesOfRecord({ ...chip, kind: null, validFrom: null, validUntil: null, keyVersion: 0, algorithm: 0, mac: '' })
}
