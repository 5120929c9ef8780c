import './hold-below.css'

/**
 * Stands after a part above a list while nobody knows how high that part will be, in the list or in a section of it. What follows is shown
 * when it goes, or after five seconds, by which every call is answered: nothing that is seen moves.
 */
export const HoldBelow = () => <i hidden className="k-hold-below" />
