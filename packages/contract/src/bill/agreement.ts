import { z } from 'zod'
import { FileRef } from '../file/attachment.ts'
import { resource } from '../kit.ts'
import { Cents, Instant, LocalDate, LongText, Name, Ref, TaxRate } from '../units.ts'

/** 每笔, 每月, 消费额比例. */
export const FeeKind = z.enum(['perFill', 'perMonth', 'percentOfSales'])
export type FeeKind = z.output<typeof FeeKind>

const Fee = Cents.min(1).max(100_000_000_00).nullable().default(null)

/** What an agreement lets the company charge: an amount for each fill or month, or a share of what the fills of a month cost. */
const Clause = z.object({
  name: Name(60),
  kind: FeeKind,
  amountCents: Fee,
  percent: TaxRate.nullable().default(null),
})

/**
 * 单位协议: what was signed with a fleet. For fills between its first and last day it promises a discount, and names every fee there may
 * be. At most one is in force on a day. Once a month of it is billed, its terms stay: only its end, file and remark are edited.
 * @source issue "Members and fleets" 7; decisions FL14
 */
export const fleetAgreements = resource('fleetAgreements', {
  table: 'fleet_agreement_state',
  storedIn: 'fleet_agreement',
  scope: 'company',
  permission: 'bill.agreement',
  body: z.object({
    groupId: Ref('groups'),
    number: Name(40),
    /** First and last day, by the calendar of the company; without end when null. */
    fromDate: LocalDate,
    untilDate: LocalDate.nullable().default(null),
    /** The discount that is promised; none when null. */
    discountId: Ref('discounts').nullable().default(null),
    clauses: z.array(Clause).max(20).default([]),
    /** The signed paper. */
    fileId: FileRef('agreement').nullable().default(null),
    /** The bills of its months are issued as soon as they are prepared, without a person. */
    autoIssue: z.boolean().default(false),
    remark: LongText(500).default(''),
  }),
  read: {
    /** The last day that an issued bill covers; null while none does. */
    billedUntil: LocalDate.nullable(),
    createdDate: Instant,
  },
  label: ['number'],
  unsearchable: ['clauses'],
  sort: 'fromDate,desc',
})
