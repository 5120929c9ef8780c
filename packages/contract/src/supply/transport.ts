import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Converted } from '../measure/measurement.ts'
import { MeasureSetting } from '../org/config.ts'
import { Centilitres, Cents, Id, Instant, Kilograms, LongText, Name, Ref, TaxRate, Text } from '../units.ts'

/** 待装车, 在途, 已签收, 已结算, 已取消. */
export const TransportStatus = z.enum(['ordered', 'loaded', 'signed', 'settled', 'cancelled'])
export type TransportStatus = z.output<typeof TransportStatus>
/** A station is not shown what was cancelled. */
export const IncomingStatus = TransportStatus.exclude(['cancelled'])
/** By which quantity the fuel is paid, and the freight. */
export const PricedBy = z.enum(['ton', 'litre'])
export const FreightOn = z.enum(['signed', 'delivered'])

const Weight = Kilograms.min(1).max(1_000_000)
const Volume = Centilitres.min(1).max(1_000_000_00)
const Price = Cents.min(0).max(1_000_000_000)
/** Standard density, of the bill of lading. @source SUP-010 */
const Density = z.number().min(600).max(1000).multipleOf(0.1, 'oneDecimal')

/** What a truck carries in one of its compartments. */
const Compartment = z.strictObject({ number: z.int().min(1).max(20), volumeCl: Volume })

/** What is agreed of a load, and what is in the truck; the rest follows from it. */
const Transport = z.object({
  /** Of the bill of lading; it names the load from loading on. */
  billNo: Text(40).default(''),
  /** When it is loaded: planned, until it has happened. */
  deliveryTime: Instant,
  /** When it is expected; when it was unloaded, once that was signed for. */
  offloadTime: Instant.nullable().default(null),
  /** Null where the supplier brings it to the station itself. @source decision SU13 */
  depotId: Ref('depots').nullable().default(null),
  supplierId: Ref('suppliers').nullable().default(null),
  stationId: Ref('stations'),
  /** The station sells a product of it. @source decision SU2 */
  baseFuelId: Ref('baseFuels'),
  /** Standard density; what was not weighed or measured follows by it. */
  density: Density.nullable().default(null),
  /** Tons, and litres at the reference temperature: one of the two at least. What is not typed is reckoned by the engine. */
  deliveredKg: Weight.nullable().default(null),
  typedCl: Volume.nullable().default(null),
  pricedBy: PricedBy.default('ton'),
  /** With tax: of a ton, or of 1,000 litres. */
  priceCents: Price,
  /** Of a load straight from a supplier: what its document says, where that is not quantity times price. */
  ownAmountCents: Cents.min(0).max(1_000_000_000_00).nullable().default(null),
  taxRate: TaxRate,
  carrierId: Ref('suppliers').nullable().default(null),
  truckId: Ref('trucks').nullable().default(null),
  plate: Text(20).default(''),
  /** Empty: as the truck is filled from the front. */
  compartments: z.array(Compartment).max(20).default([]),
  /** Of a ton, with tax. */
  freightPriceCents: Price.default(0),
  freightOn: FreightOn.default('signed'),
  /** Null: that of the fuel. */
  freightTaxRate: TaxRate.nullable().default(null),
  /** What may be lost of the delivered quantity; the rest is claimed from the carrier. @source decision SU6 */
  allowedLossPercent: TaxRate.default(0),
  remark: LongText(500).default(''),
})

/** What is in the truck, and what was signed for of it. */
const quantities = {
  loadedKg: Kilograms.nullable(),
  loadedCl: Centilitres.nullable(),
  signedKg: Kilograms.nullable(),
  /** At the reference temperature. */
  signedCl: Centilitres.nullable(),
  /** Delivered − signed; below zero where more was signed for. */
  lossKg: Kilograms.nullable(),
  lossCl: Centilitres.nullable(),
  allowedKg: Kilograms.nullable(),
  claimedKg: Kilograms.nullable(),
}
const signature = {
  /** Why more was signed for than was loaded. */
  signReason: z.string(),
  signedDate: Instant.nullable(),
  signedById: Ref('users').nullable(),
}
const money = {
  amountCents: Cents.nullable(),
  netCents: Cents.nullable(),
  /** Null until the quantity is known that it is reckoned on. */
  freightAmountCents: Cents.nullable(),
  freightNetCents: Cents.nullable(),
}

/**
 * 运输合同: a load of fuel from a depot, or straight from a supplier, to a station. Company users see it whole; its station sees it as
 * `incomingTransports`, without what it costs.
 * @source requirement SUP-004; decisions SU2, SU5 to SU8, SU10, SU13
 */
export const transports = resource('transports', {
  table: 'transport_state',
  storedIn: 'transport',
  scope: 'company',
  permission: 'supply.transport',
  body: Transport,
  read: {
    status: TransportStatus,
    /** The litres were typed, not reckoned. */
    volumeTyped: z.boolean(),
    /** As which fuel of the station it was signed for. */
    productId: Ref('products').nullable(),
    ...quantities,
    ...money,
    /** What the claimed fuel cost. */
    claimCents: Cents.nullable(),
    claimNetCents: Cents.nullable(),
    ...signature,
    createdDate: Instant,
  },
  unsearchable: ['compartments'],
  sort: 'deliveryTime,desc',
  totals: [
    'loadedKg',
    'loadedCl',
    'signedKg',
    'signedCl',
    'lossKg',
    'claimedKg',
    'amountCents',
    'netCents',
    'freightAmountCents',
    'freightNetCents',
    'claimCents',
  ],
})

/** 到货预告: what comes to a station and when, and what it signed for. No field of it says or follows from a price. @source issue 19 §4 */
export const incomingTransports = resource('incomingTransports', {
  table: 'incoming_transport',
  scope: 'station',
  permission: 'supply.incoming',
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    billNo: z.string(),
    status: IncomingStatus,
    deliveryTime: Instant,
    offloadTime: Instant.nullable(),
    depotId: Ref('depots').nullable(),
    supplierId: Ref('suppliers').nullable(),
    carrierId: Ref('suppliers').nullable(),
    baseFuelId: Ref('baseFuels'),
    productId: Ref('products').nullable(),
    truckId: Ref('trucks').nullable(),
    plate: z.string(),
    compartments: z.array(Compartment),
    density: z.number().nullable(),
    ...quantities,
    ...signature,
    createdDate: Instant,
  },
  label: ['billNo'],
  unsearchable: ['compartments'],
  sort: 'deliveryTime,desc',
  totals: ['loadedKg', 'loadedCl', 'signedKg', 'signedCl', 'lossKg', 'lossCl'],
  acts: ['list', 'get'],
})

const Shown = z.looseObject(transports.row.shape)
const Incoming = z.looseObject(incomingTransports.row.shape)
const moved = { returns: Shown, rows: true, idempotent: true } as const
const reason = z.strictObject({ reason: Name(200) })

/** What the station unloaded, as its person signs for it: one of tons and litres at least. */
export const Signature = z.strictObject({
  offloadTime: Instant,
  signedKg: Weight.nullable().default(null),
  signedCl: Volume.nullable().default(null),
  /** Where the station sells several products of the base fuel. */
  productId: Ref('products').nullable().default(null),
  /** The deliveries into tanks that it is signed for by. */
  oilInfoIds: z.array(Ref('oilInfos')).max(20).default([]),
  /** Asked where more is signed for than was loaded. */
  reason: Text(200).default(''),
})

const Foreseen = z.object({
  settings: MeasureSetting,
  loadedKg: Kilograms.nullable(),
  loadedCl: Centilitres.nullable(),
  /** How the one was reached that was not typed. */
  weight: Converted.nullable(),
  volume: Converted.nullable(),
  ...money,
  /** The freight, should it be signed for as delivered. */
  freightForeseenCents: Cents.nullable(),
  freightNetForeseenCents: Cents.nullable(),
  /** What the depot holds of the fuel now. */
  depotStockKg: Kilograms.nullable(),
  compartments: z.array(Compartment),
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
    body: Transport.strict(),
    returns: Foreseen,
    summary: 'What a load comes to as it is entered: the quantity that was not typed, amounts and freight; nothing is saved',
  }),
  load: endpoint('POST', '/transports/:id/load', {
    permission: 'supply.transport.write',
    body: z.strictObject({
      billNo: Name(40),
      deliveryTime: Instant,
      density: Density.nullable().default(null),
      deliveredKg: Weight.nullable().default(null),
      typedCl: Volume.nullable().default(null),
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
