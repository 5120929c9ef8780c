/** Between a page and the thread that holds its connection to the live channel. */
export type ToWorker =
  | {
      readonly kind: 'connect'
      readonly url: string
      readonly username: string
      readonly password: string
      /** Under which a broker elsewhere knows whose page it is. */
      readonly clientId?: string | undefined
      readonly topics: readonly string[]
    }
  | { readonly kind: 'say'; readonly topic: string; readonly payload: object }
  | { readonly kind: 'close' }

export interface Told {
  readonly topic: string
  readonly payload: Readonly<Record<string, unknown>>
}
export type FromWorker =
  | { readonly kind: 'connected' | 'closed' }
  /** What has arrived since the last picture. */
  | { readonly kind: 'told'; readonly all: readonly Told[] }
