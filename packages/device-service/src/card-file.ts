import { blockBytes, bytesOfRecord, recordBytes, recordOfBytes } from '@forecourt/contract/reader/card-bytes.ts'
import type { CardRecord } from '@forecourt/contract/reader/card-payload.ts'
import type { Chip } from './reader.ts'

const blocks = Array.from({ length: recordBytes / blockBytes }, (_, at) => at)

/** @returns undefined where no whole record of ours stands */
export async function readRecord(chip: Chip): Promise<CardRecord | undefined> {
  const bytes = new Uint8Array(recordBytes)
  for (const block of blocks) bytes.set(await chip.readBlock(block), block * blockBytes)
  return recordOfBytes(bytes)
}

/**
 * The first block, without which there is no record, is emptied before and written last: a card that is taken away meanwhile is blank,
 * and never half the old one and half the new.
 */
export async function writeRecord(chip: Chip, record: CardRecord): Promise<void> {
  const bytes = bytesOfRecord(record)
  const write = (block: number) => chip.writeBlock(block, bytes.subarray(block * blockBytes, (block + 1) * blockBytes))
  await chip.writeBlock(0, new Uint8Array(blockBytes))
  for (const block of blocks.slice(1)) await write(block)
  await write(0)
}
