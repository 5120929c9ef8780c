import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { endpoint, resource } from '../kit.ts'
import { Cents, Instant, Kilograms, LocalDate, Name, Ref } from '../units.ts'

const corrected = {
  /** More than was booked, or less. */
  weightKg: Kilograms.min(-100_000_000).max(100_000_000),
  amountCents: Cents.min(-1_000_000_000_00).max(1_000_000_000_00),
}

/**
 * 更正: what is known later of a contract whose month is settled, such as tons that the supplier credits or a price that was wrong. The
 * contract and its month stay; the difference is bought, or bought less, on a day of the open month. @source docs/adr/0110
 */
export const purchaseCorrections = resource('purchaseCorrections', {
  table: 'purchase_correction',
  scope: 'company',
  permission: 'supply.purchase',
  versioned: false,
  body: z.object({}),
  read: {
    contractId: Ref('purchaseContracts'),
    day: LocalDate,
    weightKg: Kilograms,
    amountCents: Cents,
    /** By the tax rate of the contract. */
    netCents: Cents,
    reason: z.string(),
    enteredById: Ref('users').nullable(),
    createdDate: Instant,
  },
  sort: 'day,desc',
  totals: ['weightKg', 'amountCents', 'netCents'],
  acts: ['list'],
})

/** What a PIN is given for, before a settled contract is corrected. */
export const purchaseCorrectionProof = (id: number, amountCents: number) => ({
  action: 'purchase.correct' as const,
  subject: `purchaseContracts:${id}`,
  amountCents,
})

export const purchaseCorrectionCalls = {
  preview: endpoint('POST', '/purchaseContracts/:id/corrections/preview', {
    permission: 'supply.purchase.write',
    reads: true,
    body: z.strictObject({ ...corrected, day: LocalDate }),
    returns: z.object({
      netCents: Cents,
      /** The contract with all corrections so far. */
      weightKg: Kilograms,
      amountCents: Cents,
      /** What may leave its depot on that day. */
      mostKg: Kilograms,
    }),
    summary: 'What a correction of a settled contract would come to; nothing is saved',
  }),
  correct: endpoint('POST', '/purchaseContracts/:id/corrections', {
    permission: 'supply.purchase.write',
    idempotent: true,
    body: z.strictObject({ ...corrected, day: LocalDate, reason: Name(200), pinProof: PinProof }),
    returns: z.looseObject(purchaseCorrections.row.shape),
    rows: true,
    summary: 'A contract of a settled month is corrected: the difference is booked on a day of the open month',
  }),
}
