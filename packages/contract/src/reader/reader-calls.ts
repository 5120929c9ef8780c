/** Where the service beside the card reader answers, on the user's own machine. @source spec 0 §9; requirement CRD-067 */
export const deviceServicePort = 9200

/** A call that `changes` something needs a nonce, in this header; each is given to one origin and good once. */
export const nonceHeader = 'x-device-nonce'
export const nonceSeconds = 60

/**
 * The calls of the device service; what they are sent and answer is in reader-schemas.ts, and each answer stands in a `ReaderAnswer`.
 * Those under /virtual are there where the reader is the virtual one.
 * @source spec 0 §7 "Card and device-service calls"
 */
export const readerCalls = {
  readCard: { method: 'POST', path: '/api/GetCPUphyCardno', changes: false },
  issueCard: { method: 'POST', path: '/api/issueRfUserCard', changes: true },
  validateCard: { method: 'POST', path: '/api/validateRfUserCard', changes: false },
  issueFactoryCard: { method: 'POST', path: '/api/issueFactoryRfUserCard', changes: true },
  labels: { method: 'GET', path: '/api/v1/labels', changes: false },
  dogStatus: { method: 'GET', path: '/api/v1/dog/status', changes: false },
  nonce: { method: 'GET', path: '/api/v1/nonce', changes: false },
  drawer: { method: 'GET', path: '/virtual/drawer', changes: false },
  place: { method: 'POST', path: '/virtual/place', changes: true },
  remove: { method: 'POST', path: '/virtual/remove', changes: true },
  fault: { method: 'POST', path: '/virtual/fault', changes: true },
  dongle: { method: 'POST', path: '/virtual/dongle', changes: true },
} as const
export type ReaderCallName = keyof typeof readerCalls
