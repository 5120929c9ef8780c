import { useContext, useEffect, type KeyboardEvent } from 'react'
import { usePage } from '../page/use-page.ts'
import { AroundForm } from './unsaved.ts'

/** Ctrl/Cmd with Enter or S sends a form from wherever one is in it; from a dialog that a part of it has opened it does not. */
export function useFormKeys(submit: () => unknown): { onKeyDown: (event: KeyboardEvent<HTMLElement>) => void } {
  return {
    onKeyDown: event => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !['Enter', 's', 'S'].includes(event.key)) return
      if (!event.currentTarget.contains(event.target as Node)) return
      event.preventDefault()
      event.stopPropagation()
      void submit()
    },
  }
}

/** A form that was begun and not sent asks before it goes: its page knows, and the drawer or dialog it stands in. */
export function useUnsaved(changed: boolean): void {
  const { setUnsaved } = usePage()
  const around = useContext(AroundForm)
  useEffect(() => {
    setUnsaved(changed)
    around?.note(changed)
  }, [changed, setUnsaved, around])
}
