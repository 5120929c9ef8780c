/** What goes wrong between a device and the product, each as a share of its messages; `offline` is spells a day. */
export interface LineFaults {
  readonly lost?: number
  readonly repeated?: number
  readonly late?: number
  readonly shuffled?: number
  readonly offline?: number
}
/** What goes wrong beneath it. */
export interface TankFaults {
  /** Litres an hour that one tank loses. */
  readonly leak?: number
  /** How often a tanker brings less than its note says. */
  readonly shortDelivery?: number
  /** One load of the month is short by so many litres. */
  readonly shortLoad?: number
  /** One load of the month comes so many degrees warmer than what is in the tank; where what is stored `expands`. */
  readonly warmLoad?: number
}
/** What goes wrong on the forecourt; shares are of fuellings. */
export interface YardFaults extends TankFaults {
  /** The pump goes on showing a fuelling that is over; its sale comes when somebody releases it. */
  readonly stuck?: number
  /** One nozzle gives so many thousandths more than it counts. */
  readonly meterDrift?: number
  /** Each nozzle gives up to so many thousandths more or less than it counts, as meters that are in order do. */
  readonly metersOff?: number
  /** Once so many litres run from a pump without its controller. */
  readonly ranUnsold?: number
  /** A pump sold without its controller: its totaliser knows, and nobody else. */
  readonly standAlone?: number
  /** The customer took the card before it had paid. */
  readonly cardPulled?: number
  /** The customer took the card while fuel flowed that it had been asked for: the pump's record comes later, and settles it. */
  readonly pulledEarly?: number
  /** Share of shifts whose till is not what it should be. */
  readonly wrongChange?: number
}
export type Faults = LineFaults & YardFaults

export const faultNames = [
  'lost',
  'repeated',
  'late',
  'shuffled',
  'offline',
  'stuck',
  'meterDrift',
  'shortDelivery',
  'leak',
  'standAlone',
  'cardPulled',
  'pulledEarly',
  'wrongChange',
] as const satisfies readonly (keyof Faults)[]

/** Something that went wrong, where, and by how much: what differences in the books must come from. */
export interface Fault {
  readonly fault: keyof Faults
  readonly at: number
  readonly tankId?: number
  readonly nozzleId?: number
  readonly volumeCl?: number
  readonly cents?: number
}

/** A card that was asked for before a fill and may not pay for it: why not, and what its customer did. */
export interface Declined {
  readonly at: number
  readonly nozzleId: number
  readonly cardNumber: string
  readonly code: string
  readonly then: 'paidOtherwise' | 'droveAway'
}

/** What truly happened. */
export class TruthLog {
  readonly faults: Fault[] = []
  readonly declined: Declined[] = []
  /** What fills cost for which a card was asked, by what was approved. */
  readonly approved = new Map<number, number>()

  add(fault: Fault): void {
    this.faults.push(fault)
  }

  /** How much of a fault there was, of those that lie in a time. */
  sum(measure: 'volumeCl' | 'cents', where: (fault: Fault) => boolean): number {
    return this.faults.filter(where).reduce((sum, fault) => sum + (fault[measure] ?? 0), 0)
  }
}
