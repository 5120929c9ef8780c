import { z } from 'zod'
import { endpoint, GetQuery, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'
import { CardNumber, Centilitres, Id, Instant, Name, Ref } from '../units.ts'
import { FillRule } from './fill-rules.ts'

/** 待答复, 无异常, 已说明, 违规. */
export const FillAlertStatus = z.enum(['open', 'fine', 'explained', 'misuse'])
export type FillAlertStatus = z.output<typeof FillAlertStatus>

/** What a rule says of a fill; `notJudged`: what it needs is not known. */
export const FillVerdict = z.enum(['kept', 'broken', 'notJudged'])
/** What a rule needs and did not have. */
export const FillLack = z.enum([
  'car',
  'tank',
  'usualConsumption',
  'position',
  'odometer',
  'plate',
  'cardPlates',
  'product',
  'usualHours',
  'litres',
  'before',
])
export type FillLack = z.output<typeof FillLack>
export const JudgedFillRule = z.object({ rule: FillRule, verdict: FillVerdict, lacks: z.array(FillLack) })
export type JudgedFillRule = z.output<typeof JudgedFillRule>

/** The figures of a reckoning; the end of the name is the unit. */
export const FillFigureName = z.enum([
  'filledCl',
  'tankCl',
  'inTankCl',
  'roomCl',
  'distanceKm',
  'apartHours',
  'neededKmH',
  'allowedKmH',
  'drivenKm',
  'usedCl',
  'per100Cl',
  'usualPer100Cl',
  'allowedPer100Cl',
  'odometerKm',
  'lastOdometerKm',
  'fuel',
  'carFuel',
  'plate',
  'cardPlates',
  'fillCount',
  'withinHours',
  'smallCl',
  'clock',
  'usualHours',
])
export type FillFigureName = z.output<typeof FillFigureName>
export const FillFigure = z.object({ name: FillFigureName, value: z.union([z.number(), z.string()]) })
export type FillFigure = z.output<typeof FillFigure>

/** A fill as a sketch shows it. */
export const FillSeen = z.object({
  orderId: Id,
  at: Instant,
  /** By the clock of its station, `2026-11-27 08:30`. */
  clock: z.string(),
  stationName: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  plate: z.string().nullable(),
  cardNumber: z.string(),
  volumeCl: Centilitres,
  odometerKm: z.int().nullable(),
})
export type FillSeen = z.output<typeof FillSeen>

/**
 * 可疑加油: a fill that one rule of its fleet finds implausible. It accuses nobody: somebody answers it, and no rule learns from the answer.
 * @source issue "Members and fleets", plausibility; decisions FL15
 */
export const fillAlerts = resource('fillAlerts', {
  table: 'fill_alert',
  scope: 'company',
  permission: 'plausibility',
  versioned: false,
  body: z.object({}),
  read: {
    rule: FillRule,
    status: FillAlertStatus,
    groupId: Ref('groups'),
    orderId: Ref('orders'),
    soldAt: Instant,
    stationName: z.string(),
    /** Of the vehicle: as it was told at the pump, else the only one that the card is for. */
    plate: z.string().nullable(),
    plateTold: z.boolean(),
    carId: Ref('cars').nullable(),
    userCardId: Ref('userCards'),
    cardNumber: CardNumber,
    /** The holder of the card, else what the card is called. */
    driver: z.string(),
    volumeCl: Centilitres,
    odometerKm: z.int().nullable(),
    /** The figures that the rule compared. */
    reckoning: z.array(FillFigure),
    /** This fill, and the one that it was compared with. */
    fill: FillSeen,
    other: FillSeen.nullable(),
    /** How each rule of the fleet stood to this fill. */
    judged: z.array(JudgedFillRule),
    answer: z.string(),
    answeredById: Ref('users').nullable(),
    answeredDate: Instant.nullable(),
    /** The card was stopped together with the answer. */
    cardStopped: z.boolean(),
    createdDate: Instant,
  },
  label: ['rule'],
  unsearchable: ['reckoning', 'fill', 'other', 'judged'],
  sort: 'soldAt,desc',
  acts: ['list'],
})

const Sibling = z.object({ id: Id, rule: FillRule, status: FillAlertStatus })
const FillAlert = z.looseObject({ ...fillAlerts.row.shape, sameFill: z.array(Sibling) })
export type FillAlert = z.output<typeof FillAlert>

export const fillAlerting = {
  get: endpoint('GET', '/fillAlerts/:id', {
    permission: 'plausibility.read',
    writes: true,
    query: GetQuery,
    returns: FillAlert,
    rows: true,
    summary: 'An alert with its reckoning and both fills; that somebody looked at it is noted',
  }),
  answer: endpoint('POST', '/fillAlerts/:id/answer', {
    permission: 'plausibility.answer',
    idempotent: true,
    body: z
      .strictObject({
        status: FillAlertStatus.exclude(['open']),
        /** Why, in words. */
        answer: Name(200),
        /** What other rules found in the same fill is answered with it. */
        wholeFill: z.boolean().default(true),
        /** Takes the card out of use as well. It asks for the permission to do that. */
        stopCard: z.boolean().default(false),
      })
      .refine(({ status, stopCard }) => !stopCard || status === 'misuse', { error: 'stopOfMisuse', path: ['stopCard'] }),
    returns: FillAlert,
    rows: true,
    summary: 'Answers an alert: fine, explained or misuse; upon misuse the card may be stopped in the same act',
  }),
}

/** An answer stands: who was wrong says so at the card or to the fleet. */
export const fillAlertActs = actsBy('fillAlerts.status', FillAlertStatus, {
  answer: { call: fillAlerting.answer, in: ['open'] },
})
