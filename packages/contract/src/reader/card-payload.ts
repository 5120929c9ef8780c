import { z } from 'zod'
import { CardNumber, LocalDate } from '../units.ts'
import { ChipType, chipTypes, issueTypes } from './chip-types.ts'

/** The chip's own number (UID) as a reader reads it: 4 to 10 bytes in capital hexadecimal digits. @source decisions CD3 */
export const ChipUuid = z.string().regex(/^([0-9A-F]{2}){4,10}$/)
/** Who made the plastic; 0 is unknown, 1 is mh. @source decisions CD3; requirement CRD-009 */
export const SupplierCode = z.int().min(0).max(65_535)

/** By which a payload's MAC was made. The number stands on the chip: one that is in use never changes its meaning. */
export const macAlgorithms = { none: 0, tripleDes: 1, sm4: 2 } as const
/** How an account's kind stands on the chip; 0 is a chip without an account. */
export const kindCodes = { personal: 1, employee: 2, anonymous: 3, master: 4, sub: 5 } as const

/**
 * What is written to a chip and read back from it: who it is, from when until when, and a MAC that only the server can make and check.
 * No money (CD1) and no key: neither the company's nor one that is derived from it (CD2). The server makes it, the page passes it on as it
 * is, the device service writes it. What comes back from the chip has the same shape, and is the evidence that the server asks for before
 * an issue counts (CD9).
 * @source decisions CD1, CD2, CD3, CD9; docs/adr/0065
 */
export const CardPayload = z.strictObject({
  /** Printed on the card: `logicCardNo`, and the number of its account. */
  number: CardNumber,
  /** The chip that it is for. On any other nothing is written. */
  uuid: ChipUuid,
  supplier: SupplierCode,
  /** As it is stored (`chipTypes`). A customer's card is one of these two. */
  cardType: z.literal([chipTypes.induction.stored, chipTypes.cpu.stored]),
  /** 9 prepared, without an account, or 10 issued (`issueTypes`). */
  issueType: z.literal([issueTypes.factoryUser, issueTypes.stationUser]),
  /** Of its account; null where it has none. */
  kind: z.enum(['personal', 'employee', 'anonymous', 'master', 'sub']).nullable(),
  /** First and last day on which it may be used, by the calendar of the station of sale; null is without that end. */
  validFrom: LocalDate.nullable(),
  validUntil: LocalDate.nullable(),
  /** Version of the company's key that the MAC was made with, 1 to 255; 0 where there is no MAC. */
  keyVersion: z.int().min(0).max(255),
  algorithm: z.literal([0, 1, 2]),
  /** Over `signedBytesOf` (card-bytes.ts): 4 to 16 bytes in capital hexadecimal digits, empty where the algorithm is 0. */
  mac: z.string().regex(/^(([0-9A-F]{2}){4,16})?$/),
})
export type CardPayload = z.output<typeof CardPayload>

/** What stands on a chip; a card of the maker's may lie there as well. */
export const CardRecord = CardPayload.extend({ cardType: ChipType, issueType: z.int().min(1).max(10) })
export type CardRecord = z.output<typeof CardRecord>
