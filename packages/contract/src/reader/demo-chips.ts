import type { ChipType, IssueType } from './chip-types.ts'

/** A chip as the file of its maker lists it. */
export interface DemoChip {
  readonly uuid: string
  readonly number: string
  readonly supplier: number
  readonly cardType: ChipType
  readonly issueType: IssueType
  /** The maker's own serial. */
  readonly code: string
  /** What an RFID label reads as. */
  readonly rfid: string
}

const uuidOf = (turn: number) => `04${(0x92_00_00_00_00_00 + turn * 0x01_03_07).toString(16).padStart(12, '0')}`.toUpperCase()

/** The chip of that place in the demo's drawer: the same on every machine. A chip that an account has bears the account's number. */
export function demoChip(turn: number, given: Partial<DemoChip> = {}): DemoChip {
  const serial = String(turn).padStart(6, '0')
  return {
    uuid: uuidOf(turn),
    number: `62010000${serial}`,
    supplier: 1,
    cardType: turn % 2 === 0 ? 2 : 1,
    issueType: 9,
    code: `MH${serial}`,
    rfid: `E2009200${serial.padStart(16, '0')}`,
    ...given,
  }
}

const many = <T>(from: number, count: number, of: (turn: number) => T) => Array.from({ length: count }, (_, at) => of(from + at))

/** Blank CPU cards of a delivery whose file nobody has imported yet: with them the whole way of a card can be tried. */
export const newChips: readonly DemoChip[] = many(40, 6, turn => demoChip(turn, { cardType: 2, issueType: 8 }))

/**
 * What lies in the drawer of the demo, CPU and induction cards by turns: 1 to 24 prepared, 25 to 36 blank, 37 of another maker, 38 a PSAM
 * and 39 a station mother card, 40 to 45 blank and not imported yet. From 101 on are those that the accounts of the demo have; the server
 * knows their numbers.
 */
export const demoChips: readonly DemoChip[] = [
  ...many(1, 24, turn => demoChip(turn)),
  ...many(25, 12, turn => demoChip(turn, { issueType: 8 })),
  demoChip(37, { supplier: 2, code: 'OT000037' }),
  demoChip(38, { cardType: 3, issueType: 7 }),
  demoChip(39, { cardType: 4, issueType: 5 }),
  ...newChips,
]
