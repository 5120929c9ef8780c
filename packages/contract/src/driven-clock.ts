/**
 * The moment at which a call is made, in simulated time. Taken by a server that is made for tests, or that a simulation has started for
 * itself; any other refuses the call.
 */
export const drivenClockHeader = 'x-driven-clock'
