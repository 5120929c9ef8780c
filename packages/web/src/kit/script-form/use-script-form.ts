import { validateScript, type ScriptDescription, type ScriptFault, type ScriptValues } from '@forecourt/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../core/api.ts'
import { Declined } from '../feedback/ask-pin.tsx'
import { pathText, initialValues } from './values.ts'

/** How long what was wrong is still seen after a cancel. @source spec 1 "Shared pieces", "clears validation after 1 second" */
const clearAfterMs = 1000

export interface ScriptFormOptions {
  description: ScriptDescription
  /** What there is already. */
  existing?: ScriptValues | undefined
  /** Sends what was entered: without hidden fields and empty values. */
  send: (values: ScriptValues) => Promise<unknown>
}

/** The state of a script form: what was entered, what is wrong with it, and what stood against sending it. */
export function useScriptForm({ description, existing, send }: ScriptFormOptions) {
  const [begun, setBegun] = useState(() => initialValues(description, existing))
  const [values, setValues] = useState(begun)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<readonly ScriptFault[]>([])
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [wanted, setWanted] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(clearing.current), [])

  const { values: kept, faults: all } = validateScript(description, values)
  const faults = [...refused, ...all.filter(({ path }) => tried || left.has(pathText(path)) || left.has(String(path[0])))]

  const change = (key: string, value: unknown) => {
    setValues(now => ({ ...now, [key]: value }))
    setRefused(now => now.filter(({ path }) => path[0] !== key))
  }
  const show = (first: ScriptFault) => {
    setWanted(`${pathText(first.path)} `)
    requestAnimationFrame(() => {
      setWanted(pathText(first.path))
      requestAnimationFrame(() => focusOn(form.current, pathText(first.path)))
    })
  }
  const verify = (): ScriptValues | undefined => {
    setTried(true)
    if (all.length === 0) return kept
    show(all[0]!)
    return undefined
  }
  const submit = async () => {
    const entered = verify()
    if (busy || !entered) return
    setBusy(true)
    setFailure(undefined)
    try {
      await send(entered)
      setBegun(values)
      setTried(false)
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  /** A refusal of the server lands on its fields. */
  const refuse = (error: unknown) => {
    if (error instanceof Declined) return
    const found = error instanceof ApiError && error.code === 'script.incomplete' ? (error.detail['faults'] as ScriptFault[]) : []
    setRefused(found)
    if (found.length > 0) show(found[0]!)
    else setFailure(error)
  }
  const reset = () => {
    setValues(begun)
    setFailure(undefined)
    clearTimeout(clearing.current)
    clearing.current = setTimeout(() => {
      setTried(false)
      setLeft(new Set())
      setRefused([])
    }, clearAfterMs)
  }
  const leave = (path: string) => setLeft(now => (now.has(path) ? now : new Set(now).add(path)))
  const incomplete = (tried && all.length > 0) || refused.length > 0
  const changed = JSON.stringify(values) !== JSON.stringify(begun)
  return { form, values, faults, change, leave, submit, reset, busy, failure, incomplete, changed, wanted }
}

function focusOn(form: HTMLFormElement | null, path: string): void {
  const steps = path.split('.')
  const places = steps.map((_, at) => steps.slice(0, steps.length - at).join('.'))
  const place = places.flatMap(at => form?.querySelector<HTMLElement>(`[data-field="${at}"]`) ?? [])[0]
  place?.scrollIntoView({ block: 'center' })
  place?.querySelector<HTMLElement>('input:not([type=hidden]),textarea,[contenteditable=true],button,[tabindex]')?.focus()
}
