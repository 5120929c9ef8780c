import { useRef, type SubmitEvent } from 'react'
import type { FilterFormProps } from './filter-props.ts'

/** What was typed and not yet searched for, and the way to search for all of it. */
export function useDraft({ address: { filterBy }, onAgain }: FilterFormProps) {
  const typed = useRef<Record<string, string | undefined>>({})
  const search = (more: Record<string, string | undefined> = {}) => {
    filterBy({ ...typed.current, ...more })
    typed.current = {}
  }
  const note = (path: string, value: string) => {
    typed.current[path] = value || undefined
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (Object.keys(typed.current).length > 0) search()
    else onAgain()
  }
  return { search, note, submit }
}
