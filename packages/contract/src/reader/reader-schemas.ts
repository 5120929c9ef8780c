import { z } from 'zod'
import { CardNumber } from '../units.ts'
import { CardPayload, CardRecord, ChipUuid, SupplierCode } from './card-payload.ts'
import { ChipType, ReaderType } from './chip-types.ts'
import type { ReaderCallName } from './reader-calls.ts'

/** The place of a card: of several readers, or of several places on one, the first is 0. */
const slot = z.int().min(0).max(7).default(0)
const Slot = z.strictObject({ slot })

/** What can go wrong with a card of the drawer, and with a reader, until it is put right (`none`). */
export const CardFault = z.enum(['none', 'broken', 'otherMaker'])
export type CardFault = z.output<typeof CardFault>
/** `lie` says written and has not; `pull` takes the card away in the midst of the next writing; `misread` tells a wrong uuid. */
export const ReaderFault = z.enum(['none', 'unplugged', 'slow', 'hang', 'lie', 'misread', 'pull'])
export type ReaderFault = z.output<typeof ReaderFault>

/** What each call is sent. */
export const readerBodies = {
  readCard: Slot,
  issueCard: CardPayload.extend({ slot }),
  validateCard: CardPayload.extend({ slot }),
  /** The maker's number for a blank card; a supplier that is named must be the card's. */
  issueFactoryCard: z.strictObject({ logicCardNo: CardNumber, supplier: SupplierCode.optional(), slot }),
  place: z.strictObject({ uuid: ChipUuid, slot }),
  remove: Slot,
  fault: z.union([z.strictObject({ uuid: ChipUuid, fault: CardFault }), z.strictObject({ slot, fault: ReaderFault })]),
  dongle: z.strictObject({ present: z.boolean() }),
} as const satisfies Partial<Record<ReaderCallName, z.ZodType>>

/** A chip as the reader knows it before anything on it is read. */
const OnReader = z.object({
  uuid: ChipUuid,
  /** By the reader's code, and as it is stored. */
  readerType: ReaderType,
  cardType: ChipType,
  /** Null where neither the reader nor the record on the card tells. */
  supplier: SupplierCode.nullable(),
})
/** Whether a record of ours stands on it, nothing does, or it could not be read. */
const Content = z.enum(['blank', 'written', 'unreadable'])
const Slots = z.array(z.object({ slot: z.int(), name: z.string(), plugged: z.boolean() }))
const CardDrawer = z.object({
  dongle: z.boolean(),
  slots: z.array(z.object({ slot: z.int(), name: z.string(), fault: ReaderFault, uuid: ChipUuid.nullable() })),
  cards: z.array(
    z.object({
      uuid: ChipUuid,
      number: CardNumber,
      supplier: SupplierCode,
      cardType: ChipType,
      fault: CardFault,
      /** Where it lies; null in the drawer. */
      slot: z.int().nullable(),
      record: CardRecord.nullable(),
    }),
  ),
})
export type CardDrawer = z.output<typeof CardDrawer>

/** What each call answers, as `data`. */
export const readerAnswers = {
  readCard: OnReader.extend({ slot: z.int(), content: Content, record: CardRecord.nullable() }),
  /** Reported as written. Only `validateCard` says what stands there. */
  issueCard: z.object({ uuid: ChipUuid, number: CardNumber, slot: z.int() }),
  /** As it was read from the chip, the evidence for the server. */
  validateCard: CardRecord,
  issueFactoryCard: CardRecord,
  labels: z.object({ labels: z.array(z.object({ slot: z.int(), rfid: z.string() })) }),
  dogStatus: z.object({ dongle: z.enum(['present', 'absent']), reader: z.enum(['virtual', 'pcsc']), slots: Slots }),
  nonce: z.object({ nonce: z.string(), seconds: z.int() }),
  drawer: CardDrawer,
  place: CardDrawer,
  remove: CardDrawer,
  fault: CardDrawer,
  dongle: CardDrawer,
} as const satisfies Record<ReaderCallName, z.ZodType>

export type ReaderSent<N extends ReaderCallName> = N extends keyof typeof readerBodies ? z.input<(typeof readerBodies)[N]> : undefined
export type ReaderReturned<N extends ReaderCallName> = z.output<(typeof readerAnswers)[N]>
