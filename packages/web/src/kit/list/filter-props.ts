import type { Filter } from './filter.ts'
import type { Address } from './use-address.ts'

export interface FilterFormProps {
  filters: readonly Filter[]
  /** The one of them that stands above the others, as the period of a report does. */
  period?: Filter | undefined
  address: Pick<Address, 'search' | 'filterBy'>
  /** Asked for again with nothing changed: the same rows, read anew. */
  onAgain: () => void
  /** What the list counts with what is set, for the button of the sheet. */
  count?: number | undefined
  /** How many filters are set. */
  set: number
}
