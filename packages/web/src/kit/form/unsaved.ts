import { createContext, type RefObject } from 'react'

/** What a form is told of the drawer or dialog it stands in. */
export interface Around {
  /** The form was begun and not sent. */
  readonly unsaved: RefObject<boolean>
  /** Closes; asks first when something would be lost. */
  readonly leave: () => void
}
export const AroundForm = createContext<Around | undefined>(undefined)
