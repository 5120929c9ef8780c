import type { KeyboardEvent } from 'react'

/** Enter in a date takes what is typed; it does not send the form. Ctrl+Enter does, as everywhere. */
export const takesEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
}
