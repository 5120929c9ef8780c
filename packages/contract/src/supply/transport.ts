import { z } from 'zod'
import { resource } from '../kit.ts'
import { Centilitres, Cents, Instant, Kilograms, LongText, Ref, TaxRate, Text } from '../units.ts'

/** 待装车, 在途, 已签收, 已结算, 已取消. */
export const TransportStatus = z.enum(['ordered', 'loaded', 'signed', 'settled', 'cancelled'])
export type TransportStatus = z.output<typeof TransportStatus>
/** A station is not shown what was cancelled. */
export const IncomingStatus = TransportStatus.exclude(['cancelled'])
/** By which quantity the fuel is paid, and the freight. */
export const PricedBy = z.enum(['ton', 'litre'])
export const FreightOn = z.enum(['signed', 'delivered'])

export const LoadWeight = Kilograms.min(1).max(1_000_000)
export const LoadVolume = Centilitres.min(1).max(1_000_000_00)
const Price = Cents.min(0).max(1_000_000_000)
/** Standard density, of the bill of lading. @source SUP-010 */
export const LoadDensity = z.number().min(600).max(1000).multipleOf(0.1, 'oneDecimal')

/** What a truck carries in one of its compartments. */
export const LoadCompartment = z.strictObject({ number: z.int().min(1).max(20), volumeCl: LoadVolume })

/** What is agreed of a load, and what is in the truck; the rest follows from it. */
export const TransportTerms = z.object({
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
  density: LoadDensity.nullable().default(null),
  /** Tons, and litres at the reference temperature: one of the two at least. What is not typed is reckoned by the engine. */
  deliveredKg: LoadWeight.nullable().default(null),
  typedCl: LoadVolume.nullable().default(null),
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
  compartments: z.array(LoadCompartment).max(20).default([]),
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
export const transportMoney = {
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
  idempotent: true,
  body: TransportTerms,
  read: {
    status: TransportStatus,
    /** The litres were typed, not reckoned. */
    volumeTyped: z.boolean(),
    /** As which fuel of the station it was signed for. */
    productId: Ref('products').nullable(),
    ...quantities,
    ...transportMoney,
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

/** 到货预告: what comes to a station and when, and what it signed for. No field of it says or follows from a price. */
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
    compartments: z.array(LoadCompartment),
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
