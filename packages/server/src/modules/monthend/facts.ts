/** A month of a company. */
export interface MonthOf {
  readonly companyId: number
  /** Its first day, and that of the next one. */
  readonly month: string
  readonly next: string
  /** The settlement of the month before, and when it was confirmed. */
  readonly before: { readonly id: number; readonly createdDate: string } | null
  /** Of a month that is settled: when. What was settled later belongs to a later month. */
  readonly until?: string
}

/** So much, and what it is worth in cents without tax. */
export interface Amount {
  readonly quantity: number
  readonly cents: number
}

/** A fuel of a depot: how it began, and what was bought for it. */
export interface DepotFact {
  readonly depotId: number
  readonly baseFuelId: number
  readonly opening: Amount
  readonly purchased: Amount
}
/** Kilograms that went from one depot into another. */
export interface TransferFact {
  readonly fromId: number
  readonly toId: number
  readonly baseFuelId: number
  readonly weightKg: number
}
/** A load that left a depot in the month. */
export interface IssueFact {
  readonly transportId: number
  readonly depotId: number
  readonly baseFuelId: number
  readonly weightKg: number
}
/** A load that a station signed for in the month. */
export interface SignedFact {
  readonly transportId: number
  /** Null of one that a supplier brought by itself; then `netCents` is what it cost. */
  readonly depotId: number | null
  readonly baseFuelId: number
  readonly stationId: number
  readonly productId: number
  readonly loadedKg: number | null
  readonly signedKg: number | null
  readonly signedCl: number
  readonly netCents: number
  readonly freightNetCents: number
  readonly claimNetCents: number
  /** What the month in which it left its depot said that it is worth; null where it left in this one. */
  readonly valuedCents: number | null
}
/** What was on the road when the month began. */
export interface RoadFact {
  readonly baseFuelId: number
  readonly opening: Amount
}
/** What the tanks of a station say of a product, in centilitres. */
export interface StationFact {
  readonly stationId: number
  readonly productId: number
  /** Of the month before; null where none was settled. */
  readonly opening: Amount | null
  /** What the book says that the tanks held when the month began; null where no book had begun. */
  readonly bookOpeningCl: number | null
  /** What came into the tanks, by the records of their deliveries. */
  readonly intakeCl: number
  readonly enteredCl: number
  /** What tanks held whose books began in the month, after earlier months were settled without them. */
  readonly openedCl: number
  readonly soldCl: number
  /** By the last measurements where every tank was measured in the month, else what the book says; null where neither is known. */
  readonly closingCl: number | null
  readonly measured: boolean
  /** Where something was sold after the last measurement: the day of that, the earliest of several tanks; and how much was. */
  readonly measuredOn: string | null
  readonly soldSinceCl: number | null
  readonly salesNetCents: number
}

export interface MonthFacts {
  readonly depots: readonly DepotFact[]
  readonly transfers: readonly TransferFact[]
  readonly issues: readonly IssueFact[]
  readonly road: readonly RoadFact[]
  readonly signed: readonly SignedFact[]
  readonly stations: readonly StationFact[]
}
