import { createContext } from 'react'

/** What a form knows of the drawer or dialog it stands in. */
export interface Around {
  /** The form was begun and not sent, or is as it was. */
  readonly note: (unsaved: boolean) => void
  /** Closes; asks first when something would be lost. */
  readonly leave: () => void
}
export const AroundForm = createContext<Around | undefined>(undefined)
