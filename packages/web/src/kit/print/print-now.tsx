import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import '../list/print-list.css'

/** Prints what stands in it, and nothing of the page behind. On paper only; gone once the printer has it. */
export function PrintNow({ children, onDone, portrait = false }: { children: ReactNode; onDone: () => void; portrait?: boolean }) {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const end = () => done()
    addEventListener('afterprint', end)
    print()
    return () => removeEventListener('afterprint', end)
  }, [])
  return createPortal(
    <div className="k-print-list">
      <style>{`@page { size: A4 ${portrait ? 'portrait' : 'landscape'}; margin: 10mm; }`}</style>
      {children}
    </div>,
    document.body,
  )
}
