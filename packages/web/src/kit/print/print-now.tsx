import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import '../list/print-list.css'

/** Prints what stands in it, and nothing of the page behind. On paper only; gone once the printer has it. */
export function PrintNow({ children, onDone, portrait = false }: { children: ReactNode; onDone: () => void; portrait?: boolean }) {
  const done = useEffectEvent(onDone)
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const end = () => done()
    addEventListener('afterprint', end)
    // A picture that is not decoded yet would be missing on paper for ever.
    const pictures = [...paper.current!.querySelectorAll('img')]
    if (pictures.length === 0) print()
    else void Promise.allSettled(pictures.map(image => image.decode())).then(() => print())
    return () => removeEventListener('afterprint', end)
  }, [])
  return createPortal(
    <div className="k-print-list" ref={paper}>
      <style>{`@page { size: A4 ${portrait ? 'portrait' : 'landscape'}; margin: 10mm; }`}</style>
      {children}
    </div>,
    document.body,
  )
}
