import { cardInfos } from '@forecourt/contract'
import { call } from '../../core/api.ts'
import { askReader, ReaderError } from '../../core/reader.ts'
import { t } from '../../i18n/index.ts'
import { wordsOfReader } from '../../kit/reader/say-reader.ts'
import type { CardOnReader } from '../../kit/reader/use-reader.ts'
import { findOnReader, isRefused, notFound, type ChipRow } from './find-chip.ts'
import { NothingToDo, NotTaken, type Seen, type Taken } from './turns.ts'

/** What the cards of a sitting are. */
export interface Wanted {
  readonly supplier: number
  readonly cardType: 1 | 2
  readonly companyId: number | undefined
}
export const steps = ['read', 'lookUp', 'write', 'readBack', 'tell'] as const
export type Step = (typeof steps)[number]

interface Preparing {
  readonly wanted: Wanted
  readonly makers: readonly number[]
  /** Whether this sitting has prepared it. */
  readonly isDone: (uuid: string) => boolean
  readonly onStep: (step: Step) => void
}

/**
 * 制卡: the card on the reader gets the number that is printed on it. The server is told only of what was read back from the card, so a
 * preparation that fails has not begun. @throws NotTaken @source requirements CRD-013, CRD-014; decisions CD7
 */
export async function prepare({ wanted, makers, isDone, onStep }: Preparing): Promise<Taken> {
  onStep('read')
  const card = await read()
  if (isDone(card.uuid)) throw new NothingToDo(t('preparePage.next'))
  onStep('lookUp')
  const chip = await found(card, wanted, makers)
  const seen = { uuid: card.uuid, number: chip.number }
  refuseOther(chip, card, wanted)
  try {
    onStep('write')
    await askReader('issueFactoryCard', { logicCardNo: chip.number, supplier: wanted.supplier })
    onStep('readBack')
    await readBack(seen)
    onStep('tell')
    const { companyId, supplier, cardType } = wanted
    const body = { issueType: 9, supplier, cardType, ...(companyId !== undefined && { companyId }) } as const
    await call(cardInfos.set, { id: chip.id, body }, { quiet: true })
  } catch (error) {
    throw failed(error, seen)
  }
  return { ...seen, id: chip.id }
}

/** 撤销制卡: the chip is blank again for the server, and its number stays on it for the next time. @throws ApiError */
export const undo = (id: number): Promise<unknown> => call(cardInfos.set, { id, body: { issueType: 8 } }, { quiet: true })

const reasonOf = (error: unknown) => (error instanceof NotTaken ? error.message : wordsOfReader(error))
const failed = (error: unknown, seen: Seen = {}) => new NotTaken(t('preparePage.failed', { reason: reasonOf(error) }), seen)

/** @throws NotTaken; without a card on it only that one is to be placed. @source requirements CRD-033, CRD-044 */
async function read(): Promise<CardOnReader> {
  try {
    return await askReader('readCard', {})
  } catch (error) {
    if (error instanceof ReaderError && error.reason === 'noCard') throw new NotTaken(error.message)
    throw failed(error)
  }
}

async function found(card: CardOnReader, { supplier }: Wanted, makers: readonly number[]): Promise<ChipRow> {
  try {
    return await findOnReader(card, supplier, makers)
  } catch (error) {
    // A chip of a company that one does not see.
    if (isRefused(error, 'cardInfo.otherCompany')) throw new NotTaken(t('preparePage.given'), card)
    throw notFound(error, { uuid: card.uuid })
  }
}

/** In this order. @throws NotTaken @source requirements CRD-028 to CRD-031, CRD-040 to CRD-043 */
function refuseOther(chip: ChipRow, card: CardOnReader, { supplier, cardType }: Wanted): void {
  const refuse = (is: boolean, words: string) => {
    if (is) throw new NotTaken(words, { uuid: card.uuid, number: chip.number })
  }
  refuse(chip.issueType < 8, t('preparePage.notUserCard'))
  refuse(chip.supplier !== supplier || (card.supplier ?? supplier) !== supplier, t('preparePage.otherMaker'))
  refuse(chip.cardType !== cardType || card.cardType !== cardType, t('preparePage.otherType'))
  refuse(chip.status !== 'normal', t('preparePage.disabled'))
  refuse(chip.state === 'issued' || chip.state === 'reserved', t('preparePage.issued'))
  refuse(chip.companyId !== null, t('preparePage.given'))
  refuse(chip.state === 'prepared', t('preparePage.prepared'))
}

/** Whether what was said to be written stands on the very card. @throws NotTaken, ReaderError */
async function readBack({ uuid, number }: { uuid: string; number: string }): Promise<void> {
  const { uuid: here, record } = await askReader('readCard', {})
  if (here !== uuid) throw new NotTaken(t('preparePage.otherCard'))
  if (record === null) throw new NotTaken(t('preparePage.nothingWritten'))
  if (record.number !== number) throw new NotTaken(t('preparePage.differs'))
}
