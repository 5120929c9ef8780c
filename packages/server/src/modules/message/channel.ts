import type { MessageChannel } from '@forecourt/contract'

export interface Letter {
  /** The same for the same message, so that anyone who takes it may know it again. */
  readonly key: string
  readonly address: string
  readonly subject: string
  readonly text: string
}

/** What is known after a message was handed over. */
export type Outcome =
  | { readonly end: 'sent' }
  /** Not taken, and not likely to be taken later. */
  | { readonly end: 'refused'; readonly why: string }
  /** Not taken, this time. */
  | { readonly end: 'later'; readonly why: string }
  /** Handed over, and no answer: it may have left. */
  | { readonly end: 'unsure'; readonly why: string }

export interface Channel {
  readonly from: string | null
  send(letter: Letter): Promise<Outcome>
}

interface Ways {
  /** Where this product is found by anyone who opens a link. */
  readonly address: string
  readonly channels: Readonly<Partial<Record<MessageChannel, Channel>>>
}
let ways: Ways = { address: '', channels: {} }

/** How messages leave from now on, as the settings say. */
export const useWays = (given: Ways): void => {
  ways = given
}
export const channelOf = (name: MessageChannel): Channel | undefined => ways.channels[name]
export const addressOf = (path: string): string => `${ways.address}${path}`
