import { useEffect, useState } from 'react'

/** Where the focus was when a dialog came, it is again when the dialog has gone, unless it has found another place by then. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const lost = document.activeElement === document.body || document.activeElement === null
        if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      })
    },
    [before],
  )
}
