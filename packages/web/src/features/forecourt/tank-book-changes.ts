/** The lists that an entry of a tank's book changes. */
export const bookChanges = ['tankEntries', 'tanks', 'nozzleControls']
