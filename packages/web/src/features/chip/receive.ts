import { cardInfos, type CardPayload } from '@forecourt/contract'
import { call } from '../../core/api.ts'
import { askReader, ReaderError } from '../../core/reader.ts'
import { t } from '../../i18n/index.ts'
import { wordsOfReader } from '../../kit/reader/say-reader.ts'
import type { CardOnReader } from '../../kit/reader/use-reader.ts'
import { grouped } from '../../kit/show.ts'
import { findOnReader, isRefused, lookUp, notFound, type ChipRow } from './find-chip.ts'
import { NothingToDo, NotTaken, type Seen, type Taken } from './turns.ts'

/** Into whose stock cards are taken, and who makes those whose reader does not tell. */
export interface Receiving {
  readonly companyId: number
  readonly supplier: number
  readonly makers: readonly number[]
}
/** A card that nobody has imported, as it lies on the reader. */
export interface Unknown extends Seen {
  readonly uuid: string
  readonly supplier: number
  readonly cardType: CardPayload['cardType']
}

/**
 * 入库 of the card on the reader. One that nobody knows is handed to `onUnknown`, where its user may add it. @throws NotTaken
 * @source requirement CRD-064; decisions CD7, CD29
 */
export async function receive(given: Receiving, onUnknown: ((card: Unknown) => void) | undefined): Promise<Taken> {
  const card = await read()
  const seen = { uuid: card.uuid, ...(card.record && { number: card.record.number }) }
  const chip = await findOnReader(card, given.supplier, given.makers).catch((error: unknown) => {
    const { cardType } = card
    const maker = card.supplier ?? given.supplier
    const isKnownMaker = given.makers.includes(maker)
    if (isRefused(error, 'cardInfo.notImported') && !isKnownMaker) throw new NotTaken(t('storagePage.unknownMaker', { maker }), seen)
    if (onUnknown && isRefused(error, 'cardInfo.notImported') && (cardType === 1 || cardType === 2))
      onUnknown({ ...seen, cardType, supplier: maker })
    throw notFound(error, seen)
  })
  return takeIn(chip, given.companyId)
}

/** The same by the number that is printed on the card, where no reader is at hand. @throws NotTaken */
export async function receiveNumber(number: string, { companyId, supplier }: Receiving): Promise<Taken> {
  const chip = await lookUp({ number }, supplier, companyId).catch((error: unknown) => {
    throw notFound(error, { number })
  })
  return takeIn(chip, companyId)
}

/** Adds a card as the company's own, and asks for it once more. @throws ApiError, NotTaken @source decisions CD29 */
export async function addOwn({ uuid, supplier, cardType }: Unknown, number: string): Promise<Taken> {
  await call(cardInfos.save, { body: { uuid, supplier, cardType, number } }, { quiet: true })
  const chip = await lookUp({ uuid }, supplier)
  return { id: chip.id, number: chip.number, uuid: chip.uuid }
}

async function read(): Promise<CardOnReader> {
  try {
    return await askReader('readCard', {})
  } catch (error) {
    if (error instanceof ReaderError && error.reason === 'noCard') throw new NotTaken(error.message)
    throw failed(error)
  }
}

const failed = (error: unknown, seen: Seen = {}) => new NotTaken(t('storagePage.failed', { reason: wordsOfReader(error) }), seen)

/** @throws NotTaken @source requirements CRD-037, CRD-046 */
async function takeIn(chip: ChipRow, companyId: number): Promise<Taken> {
  const seen = { uuid: chip.uuid, number: chip.number }
  if (chip.companyId !== null && chip.companyId !== companyId) throw new NotTaken(t('storagePage.otherCompany'), seen)
  if (chip.state === 'stock') throw new NothingToDo(t('storagePage.inStock', { number: grouped(chip.number, 'cardNumber') }), seen)
  // Everything but a prepared card of nobody would be changed in another way by the same call.
  if (chip.state !== 'prepared') throw new NotTaken(t(`storagePage.not_${chip.state}`), seen)
  try {
    await call(cardInfos.set, { id: chip.id, body: { issueType: 9, companyId } }, { quiet: true })
  } catch (error) {
    throw failed(error, seen)
  }
  return { ...seen, id: chip.id }
}
