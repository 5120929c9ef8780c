import { actsBy } from '../status-acts.ts'
import { transportCalls } from './transport-calls.ts'
import { IncomingStatus, transports, TransportStatus } from './transport.ts'

const { load, takeBackLoading, cancel, sign, takeBack } = transportCalls

/**
 * What is done to a load, and when. A month that is settled settles the loads that were signed for in it.
 * @source decisions SU6 to SU8, SU10
 */
export const transportActs = actsBy('transports.status', TransportStatus, {
  update: { call: transports.update, in: ['ordered', 'loaded', 'signed'] },
  load: { call: load, in: ['ordered'] },
  cancel: { call: cancel, in: ['ordered'] },
  takeBackLoading: { call: takeBackLoading, in: ['loaded'] },
  delete: { call: transports.delete, in: ['ordered', 'cancelled'] },
})

/** What its station does. */
export const incomingActs = actsBy('incomingTransports.status', IncomingStatus, {
  sign: { call: sign, in: ['loaded'] },
  takeBack: { call: takeBack, in: ['signed'] },
})
