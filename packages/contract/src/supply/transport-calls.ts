import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { PinProof } from '../access/pin.ts'
import { Converted } from '../measure/measurement.ts'
import { MeasureSetting } from '../org/config.ts'
import { Centilitres, Cents, Id, Instant, Kilograms, Name, Ref, Text } from '../units.ts'
import {
  incomingTransports,
  LoadCompartment,
  LoadDensity,
  LoadVolume,
  LoadWeight,
  transportMoney,
  transports,
  TransportTerms,
} from './transport.ts'

const Shown = z.looseObject(transports.row.shape)
const Incoming = z.looseObject(incomingTransports.row.shape)
const moved = { returns: Shown, rows: true, idempotent: true } as const
const reason = z.strictObject({ reason: Name(200) })

/** What the station unloaded, as its person signs for it: one of tons and litres at least. */
export const Signature = z.strictObject({
  offloadTime: Instant,
  signedKg: LoadWeight.nullable().default(null),
  signedCl: LoadVolume.nullable().default(null),
  /** Where the station sells several products of the base fuel. */
  productId: Ref('products').nullable().default(null),
  /** The deliveries into tanks that it is signed for by. */
  oilInfoIds: z.array(Ref('oilInfos')).max(20).default([]),
  /** Asked where more is signed for than was loaded. */
  reason: Text(200).default(''),
  /** Where it is further from what the deliveries measured than the company's setting says. */
  pinProof: PinProof.optional(),
})
/** What that PIN is given for. */
export const loadSignatureProof = (id: number, signedCl: number) => ({
  action: 'transport.sign' as const,
  subject: `incomingTransports:${id}`,
  amountCents: signedCl,
})

/** What is signed for beside what the deliveries measured, in litres at the reference temperature where that is known. */
const AgainstMeasured = z.object({
  measuredCl: Centilitres,
  apartBasisPoints: z.int(),
  limitBasisPoints: z.int(),
  /** It is further apart than the company's setting says. */
  asksPin: z.boolean(),
})
export type AgainstMeasured = z.output<typeof AgainstMeasured>

const Foreseen = z.object({
  settings: MeasureSetting,
  loadedKg: Kilograms.nullable(),
  loadedCl: Centilitres.nullable(),
  /** How the one was reached that was not typed. */
  weight: Converted.nullable(),
  volume: Converted.nullable(),
  ...transportMoney,
  /** The freight, should it be signed for as delivered. */
  freightForeseenCents: Cents.nullable(),
  freightNetForeseenCents: Cents.nullable(),
  /** What the depot holds of the fuel now. */
  depotStockKg: Kilograms.nullable(),
  compartments: z.array(LoadCompartment),
  currency: z.string(),
})
export type TransportForeseen = z.output<typeof Foreseen>

const signed = {
  signedKg: Kilograms.nullable(),
  signedCl: Centilitres.nullable(),
  lossKg: Kilograms.nullable(),
  lossCl: Centilitres.nullable(),
  allowedKg: Kilograms.nullable(),
  allowedCl: Centilitres.nullable(),
  claimedKg: Kilograms.nullable(),
  claimedCl: Centilitres.nullable(),
}
const SignatureForeseen = z.object({
  ...signed,
  weight: Converted.nullable(),
  volume: Converted.nullable(),
  /** More than was loaded. */
  over: z.boolean(),
  /** Null where no delivery is named, or one of them was not measured. */
  measured: AgainstMeasured.nullable(),
})
export type SignatureForeseen = z.output<typeof SignatureForeseen>

/** A delivery into a tank that may be of this load, and why it is proposed. */
const ProposedIntake = z.object({
  id: Ref('oilInfos'),
  docNo: z.string(),
  plate: z.string(),
  tankNumber: z.int(),
  productId: Ref('products'),
  beginTime: Instant,
  endTime: Instant,
  totalCl: Centilitres.nullable(),
  /** At the reference temperature; null where a temperature or the density is not known. */
  totalRefCl: Centilitres.nullable(),
  sameDocument: z.boolean(),
  samePlate: z.boolean(),
  /** Proposed to be signed for. */
  chosen: z.boolean(),
})
const Proposal = z.object({
  intakes: z.array(ProposedIntake),
  /** What those that are chosen come to; null where there is none. */
  signedCl: Centilitres.nullable(),
  offloadTime: Instant.nullable(),
  /** What the station sells of the base fuel. */
  products: z.array(z.object({ id: Id, code: z.string(), name: z.string() })),
})
export type SignatureProposal = z.output<typeof Proposal>

export const transportCalls = {
  preview: endpoint('POST', '/transports/preview', {
    permission: 'supply.transport.write',
    reads: true,
    body: TransportTerms.strict(),
    returns: Foreseen,
    summary: 'What a load comes to as it is entered: the quantity that was not typed, amounts and freight; nothing is saved',
  }),
  load: endpoint('POST', '/transports/:id/load', {
    permission: 'supply.transport.write',
    body: z.strictObject({
      billNo: Name(40),
      deliveryTime: Instant,
      density: LoadDensity.nullable().default(null),
      deliveredKg: LoadWeight.nullable().default(null),
      typedCl: LoadVolume.nullable().default(null),
      plate: Text(20).default(''),
    }),
    summary: 'The truck is loaded: what left the depot is booked from there onto the road',
    ...moved,
  }),
  takeBackLoading: endpoint('POST', '/transports/:id/takeBackLoading', {
    permission: 'supply.transport.write',
    body: reason,
    summary: 'The truck came back, or was never loaded: the loading is taken back by its mirror',
    ...moved,
  }),
  cancel: endpoint('POST', '/transports/:id/cancel', {
    permission: 'supply.transport.write',
    body: reason,
    returns: Shown,
    rows: true,
    summary: 'An order that was not loaded is cancelled',
  }),
  proposal: endpoint('GET', '/incomingTransports/:id/proposal', {
    permission: 'supply.incoming.read',
    returns: Proposal,
    summary: 'What a load may be signed for by: deliveries of the station with its document, its plate or at its time',
  }),
  foresee: endpoint('POST', '/incomingTransports/:id/preview', {
    permission: 'supply.incoming.sign',
    reads: true,
    body: Signature,
    returns: SignatureForeseen,
    summary: 'What signing for it would say: tons and litres, and what was lost on the road; nothing is saved',
  }),
  sign: endpoint('POST', '/incomingTransports/:id/sign', {
    permission: 'supply.incoming.sign',
    idempotent: true,
    body: Signature,
    returns: Incoming,
    rows: true,
    summary: 'The station signs for a load: it is booked from the road to the station, what is missing as lost',
  }),
  takeBack: endpoint('POST', '/incomingTransports/:id/takeBack', {
    permission: 'supply.incoming.takeBack',
    idempotent: true,
    body: reason,
    returns: Incoming,
    rows: true,
    summary: 'A signature is taken back by its mirror, until its month is settled: the load is on the road again',
  }),
}
