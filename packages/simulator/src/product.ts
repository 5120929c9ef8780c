import type { Endpoint, Returned, Role, Sent } from '@forecourt/contract'

export interface Device {
  readonly id: number
  readonly credential: string
  /** The number of its next sale. */
  readonly nextSequence: number
}
export interface Person {
  readonly id: number
  readonly role: Role
  readonly companyCode: string
  readonly mobile: string
  readonly password: string
}
export type Caller = { readonly device: Device; readonly stationId: number } | { readonly person: Person; readonly stationId: number }

/** The product, as devices and people speak to it: each call is made at a moment of the simulated time. */
export interface Product {
  call<E extends Endpoint>(by: Caller, at: number, endpoint: E, sent: Sent<E>): Promise<Returned<E>>
}

/** What the product did not take. */
export class Refused extends Error {
  readonly code: string
  readonly detail: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, detail: Readonly<Record<string, unknown>>) {
    super(`${code}: ${message}`)
    this.code = code
    this.detail = detail
  }
}
