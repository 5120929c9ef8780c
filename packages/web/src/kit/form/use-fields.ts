import { useCallback, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../core/api.ts'
import { Declined } from '../feedback/ask-pin.tsx'
import { wordsOfError } from '../feedback/states.tsx'
import type { Field } from '../field.ts'
import { usePage } from '../page/use-page.ts'
import { allWrong, wrong } from './issues.ts'
import { beginWith, bodyOf, type Values } from './values.ts'

/** A second press within this time is the same press. @source spec 1 §8 "disabled 2 s" */
const guardMs = 2000

export interface FieldsOptions<A> {
  /** All fields of the body. */
  fields: readonly Field[]
  body: z.ZodType
  /** What it begins with: a record, or defaults. */
  record?: Values | undefined
  /** What the page sends besides, and the body is checked with. */
  beside?: Values | undefined
  /** Fields that only stand there while something holds. */
  when?: Record<string, (values: Values) => boolean> | undefined
  /** Sends what was entered. A refusal is shown where it belongs. */
  send: (body: Values) => Promise<A>
  /** Called with the answer. */
  done: (answer: A) => void
}

/** The state of a form: values, which fields were left, and what is wrong with them. */
export function useFields<A>({ fields, body, record, beside, when, send, done }: FieldsOptions<A>) {
  const { setUnsaved } = usePage()
  const [begun, setBegun] = useState(() => beginWith(fields, record))
  const [values, setValues] = useState(begun)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const shown = fields.filter(({ name }) => when?.[name]?.(values) ?? true)

  const change = useCallback((name: string, value: unknown) => {
    setValues(now => ({ ...now, [name]: value }))
    setRefused(now => without(now, name))
  }, [])
  const leave = useCallback((name: string) => setLeft(now => (now.has(name) ? now : new Set(now).add(name))), [])
  const faultOf = (field: Field) => refused[field.name] ?? (left.has(field.name) ? wrong(field, values[field.name]) : undefined)

  const submit = async () => {
    if (busy) return
    const faults = allWrong(shown, values, body, beside)
    if (faults.length > 0) return show(faults)
    setBusy(true)
    setFailure(undefined)
    const guard = new Promise(resolve => setTimeout(resolve, guardMs))
    try {
      const answer = await send({ ...beside, ...bodyOf(shown, values) })
      setBegun(values)
      setUnsaved(false)
      done(answer)
    } catch (error) {
      refuse(error)
    } finally {
      void guard.then(() => setBusy(false))
    }
  }
  const show = (faults: readonly { name: string; words: string }[]) => {
    setRefused(Object.fromEntries(faults.map(({ name, words }) => [name, words])))
    focusOn(form.current, faults[0]!.name)
  }
  /** A refusal about a field lands on it; any other stands on top. */
  const refuse = (error: unknown) => {
    if (error instanceof Declined) return
    const field = error instanceof ApiError && error.field ? aboutField(shown, error.field) : undefined
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
  const changed = fields.some(({ name }) => JSON.stringify(values[name] ?? '') !== JSON.stringify(begun[name] ?? ''))
  return { form, values, shown, change, leave, faultOf, whole: refused[''], submit, failure, busy, changed, begin }
}
export type Fields = ReturnType<typeof useFields>

const aboutField = (shown: readonly Field[], about: string) =>
  shown.find(({ name, relation }) => name === about || relation === about || name === about.split('.')[0])

const without = (faults: Readonly<Record<string, string>>, gone: string) =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => name !== gone))

function focusOn(form: HTMLFormElement | null, name: string): void {
  requestAnimationFrame(() => {
    const place = form?.querySelector<HTMLElement>(`[data-field="${name}"]`)
    const control = place?.querySelector<HTMLElement>('input:not([type=hidden]),textarea,button,[tabindex]')
    place?.scrollIntoView({ block: 'center' })
    control?.focus()
  })
}
