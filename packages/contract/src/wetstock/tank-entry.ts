import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { endpoint, resource } from '../kit.ts'
import { Centilitres, Instant, LocalDate, Name, Ref } from '../units.ts'

/** 期初, 调拨, 调整, 换油品. */
export const TankEntryKind = z.enum(['opening', 'transfer', 'adjustment', 'productChange'])
export type TankEntryKind = z.output<typeof TankEntryKind>

/**
 * 账存分录: what a person enters into the book stock of a tank. Deliveries and sales are in it by themselves. An entry is never edited; a
 * wrong one is reversed by an opposite entry, which stays beside it.
 * @source decisions WS1, WS20; requirement FUE-021
 */
export const tankEntries = resource('tankEntries', {
  table: 'tank_entry_state',
  storedIn: 'tank_entry',
  scope: 'station',
  permission: 'tankEntry',
  versioned: false,
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    tankId: Ref('tanks'),
    kind: TankEntryKind,
    /** What it adds to the book, below zero where it takes away; of an opening what the tank holds from then on. */
    volumeCl: Centilitres,
    /** When it happened. */
    at: Instant,
    /** From when on it counts: later than it happened where the shift of that moment was settled already. */
    bookedAt: Instant,
    /** The shift that counts it, and the settled one that it corrects. */
    dailyStateId: Ref('dailyStates'),
    belongsStateId: Ref('dailyStates').nullable(),
    /** Of a correction: the day that it belongs to. */
    belongsDay: LocalDate.nullable(),
    /** The other side of a transfer. */
    otherTankId: Ref('tanks').nullable(),
    /** What the tank holds from then on. */
    productId: Ref('products'),
    /** Of a reversal: the entry that it takes back. */
    reversesId: Ref('tankEntries').nullable(),
    reversedById: Ref('tankEntries').nullable(),
    /** The delivery whose load was signed for after its shift was settled: the book takes in what was signed. */
    oilInfoId: Ref('oilInfos').nullable(),
    reason: z.string(),
    enteredById: Ref('users').nullable(),
    createdDate: Instant,
  },
  label: ['at'],
  sort: 'bookedAt,desc',
  acts: ['list'],
})

const Entry = z.looseObject(tankEntries.row.shape)
const Volume = Centilitres.min(0).max(1_000_000_00)
const entry = {
  tankId: Ref('tanks'),
  /** When it happened; now, when it is left out. */
  at: Instant.nullable().default(null),
  reason: Name(200),
}
const written = { returns: Entry, rows: true, idempotent: true } as const

export const openTankBook = endpoint('POST', '/tankEntries/openings', {
  permission: 'tankEntry.write',
  summary: 'The book stock of a tank begins: what it holds at a moment. What was sold or delivered before is not in the book',
  body: z.strictObject({ ...entry, volumeCl: Volume, pinProof: PinProof }),
  ...written,
})
export const transferFuel = endpoint('POST', '/tankEntries/transfers', {
  permission: 'tankEntry.write',
  summary: 'Fuel is moved from one tank of a station into another: both sides are booked, or neither',
  body: z.strictObject({ ...entry, otherTankId: Ref('tanks'), volumeCl: Volume.min(1) }),
  ...written,
})
export const adjustTankBook = endpoint('POST', '/tankEntries/adjustments', {
  permission: 'tankEntry.adjust',
  summary: 'Corrects the book stock of a tank, up or down, with a reason and the PIN',
  body: z.strictObject({ ...entry, volumeCl: Centilitres.min(-1_000_000_00).max(1_000_000_00), pinProof: PinProof }),
  ...written,
})
export const changeTankProduct = endpoint('POST', '/tankEntries/productChanges', {
  permission: 'tankEntry.write',
  summary: 'An emptied tank gets another product: a new book begins, and what was sold before keeps its fuel',
  body: z.strictObject({ tankId: Ref('tanks'), productId: Ref('products'), reason: Name(200), pinProof: PinProof }),
  ...written,
})
export const reverseTankEntry = endpoint('POST', '/tankEntries/:id/reverse', {
  permission: 'tankEntry.adjust',
  summary: 'Takes a wrong entry back by an opposite one; of a transfer both sides',
  body: z.strictObject({ reason: Name(200), pinProof: PinProof }),
  ...written,
})

/** What a PIN is given for, before an entry that asks for it. */
export const tankEntryProof = (tankId: number, volumeCl: number) => ({
  action: 'tank.book' as const,
  subject: `tanks:${tankId}`,
  amountCents: volumeCl,
})

export const tankBook = endpoint('GET', '/tanks/:id/book', {
  permission: 'tankEntry.read',
  query: z.strictObject({ at: Instant.optional() }),
  summary: 'The book stock of a tank now or at a moment, and what was measured last until then',
  returns: z.object({
    tankId: Ref('tanks'),
    asOf: Instant,
    /** From when on its book runs; without an opening there is none. */
    openedAt: Instant.nullable(),
    /** 账存: below zero where more was sold than the book knows of. */
    bookCl: Centilitres.nullable(),
    /** 实存. */
    measuredCl: Centilitres.nullable(),
    measuredAt: Instant.nullable(),
    /** Measured − what the book had when it was measured. */
    varianceCl: Centilitres.nullable(),
    waterHeightMm: z.int().nullable(),
    temperature: z.number().nullable(),
  }),
})
