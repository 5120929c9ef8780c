import { blockBytes } from '@forecourt/contract/reader/card-bytes.ts'
import { chipTypes } from '@forecourt/contract/reader/chip-types.ts'
import { ReaderFailure, type Chip, type Reader } from './reader.ts'

/** What we use of the npm package `smartcard`, which an installer adds where there is a reader (docs/device-service.md). */
export interface PcscLibrary {
  readonly Context: new () => PcscContext
  readonly SCARD_SHARE_EXCLUSIVE: number
  readonly SCARD_PROTOCOL_T0: number
  readonly SCARD_PROTOCOL_T1: number
}
interface PcscContext {
  listReaders(): PcscDevice[]
  close(): void
}
interface PcscDevice {
  readonly name: string
  connect(shareMode: number, protocol: number): Promise<PcscCard>
}
interface PcscCard {
  readonly atr: Uint8Array | null
  transmit(command: Buffer): Promise<Uint8Array>
  disconnect(): void
}

/** Never a dependency: it is compiled on the machine that it is for. @returns undefined where it is not installed */
export async function openPcsc(): Promise<Reader | undefined> {
  const name: string = 'smartcard'
  const found = await import(name).catch(() => undefined)
  return found && new PcscReader((found.default ?? found) as PcscLibrary)
}

const noCardCodes = [0x80_10_00_0c, 0x80_10_00_66, 0x80_10_00_67]
const removedCodes = [0x80_10_00_68, 0x80_10_00_69]
const noReaderCodes = [0x80_10_00_09, 0x80_10_00_17, 0x80_10_00_1d, 0x80_10_00_1e, 0x80_10_00_2e]
/** What PC/SC says, in our words; errors of the library bear its code. */
function failureOf(error: unknown): ReaderFailure {
  if (error instanceof ReaderFailure) return error
  const code = Number((error as { code?: unknown }).code) >>> 0
  if (noCardCodes.includes(code)) return new ReaderFailure('noCard')
  if (removedCodes.includes(code)) return new ReaderFailure('cardRemoved')
  return new ReaderFailure(noReaderCodes.includes(code) ? 'noReader' : 'readerFailed')
}

/**
 * Readers that speak PC/SC. The commands are those of ISO 7816-4 and of part 3 of PC/SC for contactless cards; it was tried against chips
 * that answer as these say, and not yet against a real one.
 */
export class PcscReader implements Reader {
  readonly kind = 'pcsc'
  readonly #library: PcscLibrary
  /** Made when it is first asked for: the service of the system may start after ours. */
  #context: PcscContext | undefined
  /** A command that the reader never answers cannot be taken back: until it is, the slot has one who waits. */
  readonly #open = new Set<number>()

  constructor(library: PcscLibrary) {
    this.#library = library
  }

  slots() {
    return Promise.resolve(this.#devices().map(({ name }, slot) => ({ slot, name, plugged: true })))
  }
  hasDongle() {
    return Promise.resolve(false)
  }
  /** Labels are of another frequency and another reader. */
  labels() {
    return Promise.resolve([])
  }

  async withChip<T>(slot: number, signal: AbortSignal, use: (chip: Chip) => Promise<T>): Promise<T> {
    const device = this.#devices()[slot]
    if (!device) throw new ReaderFailure('noReader')
    if (this.#open.has(slot)) throw new ReaderFailure('readerBusy')
    this.#open.add(slot)
    try {
      const { SCARD_SHARE_EXCLUSIVE, SCARD_PROTOCOL_T0, SCARD_PROTOCOL_T1 } = this.#library
      const card = await device.connect(SCARD_SHARE_EXCLUSIVE, SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1)
      try {
        return await use(await chipOf(card, signal))
      } finally {
        card.disconnect()
      }
    } catch (error) {
      throw failureOf(error)
    } finally {
      this.#open.delete(slot)
    }
  }
  close() {
    this.#context?.close()
    return Promise.resolve()
  }

  #devices(): PcscDevice[] {
    try {
      this.#context ??= new this.#library.Context()
      return this.#context.listReaders()
    } catch {
      // A service of the system that was started again wants to be asked anew.
      this.#context = undefined
      return []
    }
  }
}

type Send = (...command: (number | Uint8Array)[]) => Promise<Uint8Array>

async function chipOf(card: PcscCard, signal: AbortSignal): Promise<Chip> {
  const send: Send = async (...command) => {
    signal.throwIfAborted()
    const answer = await card.transmit(Buffer.concat(command.map(part => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part)))))
    if (answer.at(-2) !== 0x90) throw new ReaderFailure('cardBroken')
    return answer.subarray(0, -2)
  }
  const uuid = Buffer.from(await send(0xff, 0xca, 0, 0, 0))
    .toString('hex')
    .toUpperCase()
  return { uuid, supplier: null, ...(isMemoryCard(card.atr) ? inductionChip(send) : cpuChip(send)) }
}

/** A card without a processor: the reader makes its ATR up, with the mark of the PC/SC workgroup in it (part 3, 3.1.3.2.3). */
const workgroup = Buffer.from('a000000306', 'hex')
const isMemoryCard = (atr: Uint8Array | null) => atr !== null && Buffer.from(atr).includes(workgroup)

type Layout = Pick<Chip, 'readerType' | 'readBlock' | 'writeBlock'>

/** Where the record lies on a card of 1 kB: sectors 1 and 2, without their trailers. */
const inductionBlocks = [4, 5, 6, 8, 9, 10]
/** Of a card as the factory delivers it. */
const transportKey = Buffer.alloc(6, 0xff)

function inductionChip(send: Send): Layout {
  let loaded = false
  const reach = async (block: number) => {
    const at = inductionBlocks[block]!
    if (!loaded) await send(0xff, 0x82, 0, 0, 6, transportKey)
    loaded = true
    await send(0xff, 0x86, 0, 0, 5, 1, 0, at, 0x60, 0)
    return at
  }
  return {
    readerType: chipTypes.induction.reader,
    readBlock: async block => send(0xff, 0xb0, 0, await reach(block), blockBytes),
    writeBlock: async (block, bytes) => void (await send(0xff, 0xd6, 0, await reach(block), blockBytes, bytes)),
  }
}

/** The application of a CPU card, a name of our own (ISO 7816-5: F0 is for anyone), and the short number of its one file. */
const application = Buffer.from('f0464f5245434f555254', 'hex')
const file = 0x80 | 21

function cpuChip(send: Send): Layout {
  let selected = false
  const select = async () => {
    if (!selected) await send(0, 0xa4, 4, 0, application.length, application)
    selected = true
  }
  return {
    readerType: chipTypes.cpu.reader,
    readBlock: async block => {
      await select()
      return send(0, 0xb0, file, block * blockBytes, blockBytes)
    },
    writeBlock: async (block, bytes) => {
      await select()
      await send(0, 0xd6, file, block * blockBytes, blockBytes, bytes)
    },
  }
}
