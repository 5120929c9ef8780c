import type { FailureReason } from '@forecourt/contract/reader/result-codes.ts'
import type { ReaderType } from '@forecourt/contract/reader/chip-types.ts'

/** Why a call came to nothing. `data` goes to the caller; nothing of it is logged. */
export class ReaderFailure extends Error {
  readonly reason: FailureReason
  readonly data: unknown

  constructor(reason: FailureReason, data?: unknown) {
    super(reason)
    this.reason = reason
    this.data = data
  }
}

/** A card on the reader, for as long as it stays there. Its record lies in six blocks of 16 bytes. */
export interface Chip {
  readonly uuid: string
  readonly readerType: ReaderType
  /** Null where the reader cannot tell who made it. */
  readonly supplier: number | null
  readBlock(block: number): Promise<Uint8Array>
  writeBlock(block: number, bytes: Uint8Array): Promise<void>
}

/** What a maker's reader is behind. Its methods throw `ReaderFailure`, and end soon after `signal` is aborted. */
export interface Reader {
  readonly kind: 'virtual' | 'pcsc'
  slots(): Promise<{ slot: number; name: string; plugged: boolean }[]>
  /** Whether the dongle is there; a reader that knows none has none. */
  hasDongle(): Promise<boolean>
  labels(signal: AbortSignal): Promise<{ slot: number; rfid: string }[]>
  /** @throws noReader, noCard, readerFailed */
  withChip<T>(slot: number, signal: AbortSignal, use: (chip: Chip) => Promise<T>): Promise<T>
  close(): Promise<void>
}
