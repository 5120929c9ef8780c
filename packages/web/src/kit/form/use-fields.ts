import { useCallback, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../core/api.ts'
import { Declined } from '../feedback/ask-pin.tsx'
import { wordsOfError } from '../feedback/states.tsx'
import { usePage } from '../page/use-page.ts'
import { focusOnceHere } from './focus-once-here.ts'
import { allWrong, wrong } from './issues.ts'
import { beginWith, bodyOf, type FormField, type Values } from './values.ts'

/**
 * A second press within this time is the same press, unless the PIN was declined: then nothing was sent.
 * @source spec 1 §8 "disabled 2 s"
 */
const guardMs = 2000

interface Fault {
  name: string
  words: string
}

export interface FieldsOptions<A> {
  /** All fields of the body. */
  fields: readonly FormField[]
  body: z.ZodType
  /** What it begins with: a record, or defaults. */
  record?: Values | undefined
  /** What the page sends besides, and the body is checked with. */
  beside?: Values | undefined
  /** Fields that only stand there while something holds. */
  when?: Record<string, (values: Values) => boolean> | undefined
  /** What else stands against what was entered, asked when the form is sent and nothing else is wrong. */
  check?: ((values: Values, shown: readonly FormField[]) => Promise<readonly Fault[]>) | undefined
  /** Sends what was entered. A refusal is shown where it belongs. */
  send: (body: Values) => Promise<A>
  /** Called with the answer. */
  done: (answer: A) => void
}

/** The state of a form: values, which fields were left, and what is wrong with them. */
export function useFields<A>({ fields, body, record, beside, when, check, send, done }: FieldsOptions<A>) {
  const { setUnsaved } = usePage()
  const [begun, setBegun] = useState(() => beginWith(fields, record))
  const [values, setValues] = useState(begun)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Refused>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const shown = fields.filter(({ name }) => asked.has(name) || (when?.[name]?.(values) ?? true))

  const change = useChange(setValues, setRefused, check !== undefined)
  const leave = useCallback((name: string) => setLeft(now => (now.has(name) ? now : new Set(now).add(name))), [])
  const faultOf = (field: FormField) => refused[field.name] ?? (left.has(field.name) ? wrong(field, values[field.name]) : undefined)

  const submit = async () => {
    if (busy) return
    const faults = allWrong(shown, values, body, beside)
    if (faults.length > 0) return show(faults)
    setBusy(true)
    setFailure(undefined)
    let guard: Promise<unknown> | undefined
    try {
      const more = await check?.(values, shown)
      if (more?.length) return show(more)
      guard = new Promise(resolve => setTimeout(resolve, guardMs))
      const answer = await send({ ...beside, ...bodyOf(shown, values) })
      setBegun(values)
      setUnsaved(false)
      done(answer)
    } catch (error) {
      if (error instanceof Declined) guard = undefined
      else refuse(error)
    } finally {
      void Promise.resolve(guard).then(() => setBusy(false))
    }
  }
  const show = (faults: readonly Fault[]) => {
    setRefused(Object.fromEntries(faults.map(({ name, words }) => [name, words])))
    focusOn(form.current, faults[0]!.name)
  }
  /** A refusal about a field lands on it, also where the form had not asked for it; any other stands on top. */
  const refuse = (error: unknown) => {
    const field = error instanceof ApiError && error.field ? aboutField(fields, error.field) : undefined
    if (field) setAsked(now => new Set(now).add(field.name))
    if (field) show([{ name: field.name, words: wordsOfError(error) }])
    else setFailure(error)
  }
  const begin = (other: Values) => {
    const fresh = beginWith(fields, other)
    setBegun(fresh)
    setValues(fresh)
    setLeft(new Set())
    setRefused({})
    setFailure(undefined)
  }
  const changed = fields.some(({ name }) => differs(values[name], begun[name]))
  return { form, values, shown, change, leave, faultOf, whole: refused[''], submit, failure, busy, changed, begin }
}
export type Fields = ReturnType<typeof useFields>

type Refused = Readonly<Record<string, string>>
/** Takes what was entered, and back what was said of that field. What is judged with every key may turn right by any other field. */
function useChange(setValues: Dispatch<SetStateAction<Values>>, setRefused: Dispatch<SetStateAction<Refused>>, judged: boolean) {
  return useCallback(
    (name: string, value: unknown) => {
      setValues(now => ({ ...now, [name]: value }))
      setRefused(now => (judged ? {} : without(now, name)))
    },
    [judged, setValues, setRefused],
  )
}

const differs = (now: unknown, before: unknown) => JSON.stringify(now ?? '') !== JSON.stringify(before ?? '')

const aboutField = (shown: readonly FormField[], about: string) =>
  shown.find(({ name, relation }) => name === about || relation === about || name === about.split('.')[0])

const without = (faults: Refused, gone: string) => Object.fromEntries(Object.entries(faults).filter(([name]) => name !== gone))

function focusOn(form: HTMLFormElement | null, name: string): void {
  requestAnimationFrame(() => {
    const place = form?.querySelector<HTMLElement>(`[data-field="${name}"]`)
    if (!place) return
    place.scrollIntoView({ block: 'center' })
    focusOnceHere(place, () => place.querySelector<HTMLElement>('input:not([type=hidden]),textarea,button,[tabindex]') ?? undefined)
  })
}
