import type { CardPayload, CardRecord } from '@forecourt/contract/reader/card-payload.ts'
import { chipTypeOf, issueTypes, isUserChip, readerTypeOf, type IssueType } from '@forecourt/contract/reader/chip-types.ts'
import type { ReaderReturned } from '@forecourt/contract/reader/reader-schemas.ts'
import { readRecord, writeRecord } from './card-file.ts'
import { ReaderFailure, type Chip } from './reader.ts'

/** What lies on the reader. A card with a bad sector is still known by its uuid, so that it can be taken out of use. */
export async function read(chip: Chip, slot: number): Promise<ReaderReturned<'readCard'>> {
  const record = await readRecord(chip).catch((error: unknown) => {
    if (error instanceof ReaderFailure && error.reason === 'cardBroken') return null
    throw error
  })
  return {
    slot,
    uuid: chip.uuid,
    readerType: chip.readerType,
    cardType: chipTypeOf(chip.readerType),
    supplier: chip.supplier ?? record?.supplier ?? null,
    content: record === null ? 'unreadable' : record ? 'written' : 'blank',
    record: record ?? null,
  }
}

/**
 * Writes what the server has made for this very chip. The same again is the same again: what failed may be repeated.
 * @throws otherCard, otherMaker, otherType, notUserCard
 */
export async function issue(chip: Chip, slot: number, payload: CardPayload): Promise<ReaderReturned<'issueCard'>> {
  checkMeant(chip, payload)
  const before = await readRecord(chip)
  if (before) checkMayBeWritten(before)
  await writeRecord(chip, payload)
  return { uuid: payload.uuid, number: payload.number, slot }
}

/**
 * Reads back what should stand there. Whether the MAC is right is for the server to say.
 * @throws otherCard, otherMaker, otherType, notWritten, differs
 */
export async function validate(chip: Chip, payload: CardPayload): Promise<CardRecord> {
  checkMeant(chip, payload)
  const record = await readRecord(chip)
  if (!record) throw new ReaderFailure('notWritten')
  const fields = (Object.keys(payload) as (keyof CardPayload)[]).filter(field => record[field] !== payload[field])
  if (fields.length > 0) throw new ReaderFailure('differs', { fields, read: record })
  return record
}

/**
 * Gives a blank chip the number that is printed on it. One that has another number, or an account, keeps it: the same card was left on the
 * reader twice.
 * @throws otherMaker, notUserCard, alreadyNumbered
 */
export async function issueFactory(chip: Chip, logicCardNo: string, supplier: number | undefined): Promise<CardRecord> {
  const before = await readRecord(chip)
  const known = chip.supplier ?? before?.supplier
  if (supplier !== undefined && known !== undefined && known !== supplier) throw new ReaderFailure('otherMaker')
  if (before) checkMayBeWritten(before)
  if (before && (before.issueType === issueTypes.stationUser || before.number !== logicCardNo)) throw new ReaderFailure('alreadyNumbered')
  const record: CardRecord = {
    number: logicCardNo,
    uuid: chip.uuid,
    supplier: supplier ?? known ?? 0,
    cardType: chipTypeOf(chip.readerType),
    issueType: issueTypes.factoryUser,
    kind: null,
    validFrom: null,
    validUntil: null,
    keyVersion: 0,
    algorithm: 0,
    mac: '',
  }
  await writeRecord(chip, record)
  return record
}

function checkMeant(chip: Chip, { uuid, supplier, cardType }: CardPayload): void {
  if (chip.uuid !== uuid) throw new ReaderFailure('otherCard')
  if (chip.supplier !== null && chip.supplier !== supplier) throw new ReaderFailure('otherMaker')
  if (chip.readerType !== readerTypeOf(cardType)) throw new ReaderFailure('otherType')
}

function checkMayBeWritten({ issueType }: CardRecord): void {
  if (!isUserChip(issueType as IssueType)) throw new ReaderFailure('notUserCard')
}
