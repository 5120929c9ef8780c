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
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const { values: kept, faults: all } = validateScript(description, values)
  const marks = useMarks(all)
  const { form, show, wanted } = useShown()

  const change = (key: string, value: unknown) => {
    setValues(now => ({ ...now, [key]: value }))
    marks.forgive(key)
  }
  const submit = async () => {
    marks.setTried(true)
    if (all.length > 0) return show(all[0]!)
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await send(kept)
      setBegun(values)
      marks.clear()
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  /** A refusal of the server lands on its fields. */
  const refuse = (error: unknown) => {
    if (error instanceof Declined) return
    const found = error instanceof ApiError ? faultsOf(error, description) : []
    marks.setRefused(found)
    if (found.length > 0) show(found[0]!)
    else setFailure(error)
  }
  const reset = () => {
    setValues(begun)
    setFailure(undefined)
    marks.clearSoon()
  }
  const changed = JSON.stringify(values) !== JSON.stringify(begun)
  const { faults, leave, incomplete } = marks
  return { form, values, faults, change, leave, submit, reset, busy, failure, incomplete, changed, wanted }
}

interface Issue {
  readonly field: string
  readonly message: string
}
/**
 * What a refusal says of fields of the form: by the check of its description, or by the contract where the form makes a document of it,
 * which may stand within the record that is sent.
 */
function faultsOf({ code, detail }: ApiError, { fields }: ScriptDescription): readonly ScriptFault[] {
  if (code === 'script.incomplete') return detail['faults'] as ScriptFault[]
  if (code !== 'validation') return []
  return ((detail['issues'] ?? []) as Issue[]).flatMap(({ field, message }) => {
    const steps = field.split('.')
    const begin = steps.findIndex(step => Object.hasOwn(fields, step))
    if (begin < 0) return []
    const path = steps.slice(begin).map(step => (/^\d+$/.test(step) ? Number(step) : step))
    return [{ path, code: 'notRight' as const, name: fields[steps[begin]!]!.name, said: message }]
  })
}

/** Which of all faults are to be seen: of fields that were left, all of them once the form was tried, and the server's. */
function useMarks(all: readonly ScriptFault[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<readonly ScriptFault[]>([])
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(clearing.current), [])
  const clear = () => {
    setTried(false)
    setLeft(new Set())
    setRefused([])
  }
  return {
    faults: [...refused, ...all.filter(({ path }) => tried || left.has(pathText(path)) || left.has(String(path[0])))],
    incomplete: (tried && all.length > 0) || refused.length > 0,
    leave: (path: string) => setLeft(now => (now.has(path) ? now : new Set(now).add(path))),
    forgive: (key: string) => setRefused(now => now.filter(({ path }) => path[0] !== key)),
    setTried,
    setRefused,
    clear,
    clearSoon: () => {
      clearTimeout(clearing.current)
      clearing.current = setTimeout(clear, clearAfterMs)
    },
  }
}

/** Brings a fault into view: its entry comes to the front, and once it stands there its control gets the focus. */
function useShown() {
  const [wanted, setWanted] = useState<{ readonly path: string }>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (wanted) focusOn(form.current, wanted.path)
  }, [wanted])
  // Wanted anew each time, also when it is the same.
  return { form, wanted, show: ({ path }: ScriptFault) => setWanted({ path: pathText(path) }) }
}

function focusOn(form: HTMLFormElement | null, path: string): void {
  const steps = path.split('.')
  const places = steps.map((_, at) => steps.slice(0, steps.length - at).join('.'))
  const place = places.flatMap(at => form?.querySelector<HTMLElement>(`[data-field="${at}"]`) ?? [])[0]
  place?.scrollIntoView({ block: 'center' })
  place?.querySelector<HTMLElement>('input:not([type=hidden]),textarea,[contenteditable=true],button,[tabindex]')?.focus()
}
