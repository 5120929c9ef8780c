/**
 * What the device service answers with: 0, or why not. The numbers are the wire's and never change their meaning; `reason` is the name
 * that programs read. 1xx is about the request, 2xx about the reader, 3xx about the card on it.
 * @source spec 0 §7 "a nonzero resultCode is a failure"
 */
export const resultCodes = {
  ok: 0,
  badRequest: 100,
  unknownPath: 101,
  tooLarge: 102,
  internal: 103,
  originRefused: 110,
  hostRefused: 111,
  nonceRefused: 112,
  noReader: 200,
  readerBusy: 201,
  /** Nothing came from the reader in time. Whether something was written is not known: read the card. */
  readerTimeout: 202,
  readerFailed: 203,
  noCard: 300,
  /** It was taken away while it was written: nothing whole stands on it. */
  cardRemoved: 301,
  cardBroken: 302,
  /** Another chip than the one that was meant lies on the reader. */
  otherCard: 303,
  otherMaker: 304,
  otherType: 305,
  /** A mother, authorisation, transfer or PSAM card: never written here. */
  notUserCard: 306,
  /** It bears another number already, or an account. */
  alreadyNumbered: 307,
  /** There is nothing on it that could be checked. */
  notWritten: 308,
  /** What stands on it is not what should. */
  differs: 309,
} as const
export type ResultReason = keyof typeof resultCodes
export type FailureReason = Exclude<ResultReason, 'ok'>

/** `data` of a failure says more where there is more to say: of `differs` the fields, and what was read. */
export type ReaderAnswer<T> =
  | { readonly resultCode: 0; readonly resultMessage: string; readonly data: T }
  | { readonly resultCode: number; readonly resultMessage: string; readonly reason: FailureReason; readonly data?: unknown }
