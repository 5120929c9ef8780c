/** What is told of one tank, or of tanks that are connected, over some weeks. Moments in milliseconds, volumes in centilitres. */
export interface LossGiven {
  /** By tank, in the order of time. */
  readonly tanks: readonly (readonly LossReading[])[]
  /** Recorded sales of the nozzles that draw from them, in the order of time. */
  readonly sales: readonly LossSale[]
  readonly loads: readonly LossLoad[]
  /** What was moved into these tanks from others; minus is out of them. */
  readonly moved: readonly { readonly at: number; readonly volumeCl: number }[]
  /** What ran through a nozzle and is in no sale. */
  readonly unsold: readonly Unsold[]
  /** Tests of meters that were entered, with what should have gone back into the tank. */
  readonly tests: readonly MeterTest[]
  /** Of a litre in the tanks, how much it is at the reference temperature; null where the density is not known. */
  readonly factorAt: ((celsius: number) => number) | null
  /** How far meters that are in order may be off: a standard deviation, as a share. */
  readonly meterShare: number
  /** The same of what a note says. */
  readonly noteShare: number
  /** What is less sure than this, in percent, is not named. */
  readonly askedConfidence: number
}
export interface LossReading {
  readonly at: number
  readonly volumeCl: number
  /** Null where nobody measured it. */
  readonly celsius: number | null
}
export interface LossSale {
  readonly at: number
  readonly nozzle: number
  readonly volumeCl: number
}
export interface LossLoad {
  readonly key: number
  readonly beginAt: number
  readonly endAt: number
  /** What the book counts. */
  readonly noteCl: number
  /** Of a litre of the load, how much it is at the reference temperature; null where that is not known: then as what is in the tanks. */
  readonly factor: number | null
  /** No note says how much it should have been: what it was is taken from the readings, and nothing of it is short. */
  readonly isUnsure?: boolean
}
export interface Unsold {
  readonly key: number
  readonly nozzle: number
  readonly from: number
  readonly to: number
  readonly volumeCl: number
}
export interface MeterTest {
  readonly key: number
  readonly nozzle: number
  readonly at: number
  readonly volumeCl: number
}
