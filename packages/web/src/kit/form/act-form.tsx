import type { Endpoint, Returned } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, type ReactNode } from 'react'
import type { z } from 'zod'
import { call, newAct } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { askedAnew } from '../asked-anew.ts'
import { useAskPin, type ProvenAction } from '../feedback/ask-pin.tsx'
import { useToast } from '../feedback/toast.ts'
import { useSettled } from '../use-settled.ts'
import { FieldsForm } from './fields-form.tsx'
import type { FormOptions } from './record-form.tsx'
import { faultsByRules, type Rules } from './rules.ts'
import { useFields } from './use-fields.ts'
import { bodyFields, type FormField, type Values } from './values.ts'
import { WithSchema } from './with-schema.tsx'

/** What the server says an act would do: asked while typing has paused, and again before the PIN. */
export interface Preview<A> {
  key: readonly unknown[]
  read: (signal: AbortSignal) => Promise<A>
}

export interface ActFormProps<E extends Endpoint, A = undefined> extends Omit<FormOptions, 'fixed' | 'effect'> {
  /** The act: a call of the contract that is no plain record. */
  of: E
  /** The record it is done to. */
  id?: number
  /** Its version, where the act asks for it. */
  version?: number
  /** The resource whose words name the fields. */
  words: string
  /** Resources whose lists show the outcome. */
  changes?: readonly string[]
  onDone: (answer: Returned<E>) => void
  onCancel?: () => void
  /** What is said of a refusal besides what stands on its field or above the form. */
  onFailed?: (error: unknown) => void
  /** The record may be of another company than the selected one. */
  everywhere?: boolean
  submitLabel?: string
  danger?: boolean
  /** What is said when it is done. */
  done?: string | ((answer: Returned<E>) => string)
  /** What is offered with these words, such as a link to the slip that belongs to it. */
  offer?: (answer: Returned<E>) => ReactNode
  /** Asks for one's own PIN first: the act is one's own responsibility. Nothing where what was entered does not need it. */
  pinFor?: (entered: Values) => ProvenAction | undefined
  /** For an act that moves money, fuel or a price: limits, what is wrong and every figure that changes, computed with every key. */
  rules?: (values: Values, preview: A | undefined) => Rules
  /** Where the server can say beforehand what would happen; `rules` then gets its answer. */
  preview?: (values: Values) => Preview<A> | undefined
  /** What stands above a field, where a group of them begins. */
  headings?: Readonly<Record<string, string>>
  /** What will be, in words, where figures alone do not say it. */
  effect?: (values: Values, preview: A | undefined) => ReactNode
}

/** The form of an act: what it asks is the endpoint's body, what stands against it lands on its field. Sent again it is done once. */
export const ActForm = <E extends Endpoint, A = undefined>(props: ActFormProps<E, A>) => (
  <WithSchema of={props.of.body as z.ZodObject}>{body => <Form {...props} body={body} />}</WithSchema>
)

function Form<E extends Endpoint, A>(props: ActFormProps<E, A> & { body: z.ZodObject }) {
  const { body, version, words, onDone, onCancel, submitLabel, danger, fields, controls, defaults, when, effect, pinFor } = props
  const { rules, preview, headings } = props
  const all = useMemo(() => {
    const every = bodyFields(words, body).filter(({ name }) => name !== 'pinProof')
    return fields ? fields.flatMap(name => every.find(field => field.name === name) ?? []) : every
  }, [body, words, fields])
  const beside = {
    ...hidden(defaults, all),
    ...(version !== undefined && 'version' in body.shape && { version }),
    ...(pinFor && proofToCome),
  }
  const send = useSend<E, A>(props)
  const check = useCheck<E, A>(props)
  const state = useFields({ fields: all, body, record: defaults, beside, when, check, send, done: onDone })
  const previewed = usePreview(preview?.(state.values))
  return (
    <FieldsForm
      state={state}
      controls={controls}
      effect={effect && (values => effect(values, previewed))}
      onCancel={onCancel}
      submitLabel={submitLabel}
      danger={danger}
      rules={rules?.(state.values, previewed)}
      headings={headings}
    />
  )
}

/** Asks for the PIN where one is needed, does the act, and has the lists that show it read anew. */
function useSend<E extends Endpoint, A>(props: ActFormProps<E, A>) {
  const { of, id, words, changes = [words], done, offer, pinFor, rules, onFailed, everywhere = false } = props
  const cache = useQueryClient()
  const toast = useToast()
  const act = useRef(newAct())
  const askPin = useAskPin()
  const readAnew = () => Promise.all(changes.map(name => cache.invalidateQueries({ queryKey: [name] })))
  return async (entered: Values) => {
    const { pinProof: _toCome, ...plain } = entered
    const asked = pinFor?.(entered)
    const proven = asked ? { ...plain, pinProof: await askPin(asked) } : plain
    const sent = call(of, { ...(id !== undefined && { id }), body: proven } as never, { act: act.current, everywhere })
    // A refusal after these checks means that the figures on screen have been changed by others.
    const answer = await sent.catch((error: unknown) => {
      if (rules) void readAnew()
      onFailed?.(error)
      throw error
    })
    await readAnew()
    toast.done((typeof done === 'function' ? done(answer) : done) ?? t('kit.done'), offer?.(answer))
    return answer
  }
}

/** What stands against the act by its rules and then by the server's preview: all of it before the PIN. */
function useCheck<E extends Endpoint, A>({ rules, preview }: ActFormProps<E, A>) {
  const cache = useQueryClient()
  if (!rules) return undefined
  return async (values: Values, shown: readonly FormField[]) => {
    const faults = faultsByRules(shown, values, rules(values, undefined))
    const asked = preview?.(values)
    if (faults.length > 0 || !asked) return faults
    const answer = await cache.query({ queryKey: asked.key, queryFn: ({ signal }) => asked.read(signal), ...askedAnew })
    return faultsByRules(shown, values, rules(values, answer))
  }
}

/** The server's answer to what stands in the form now; undefined until it has come. */
function usePreview<A>(now: Preview<A> | undefined): A | undefined {
  const asked = useSettled(now)
  const { data } = useQuery({
    queryKey: asked?.key ?? [],
    enabled: asked !== undefined,
    queryFn: ({ signal }) => asked!.read(signal),
    ...askedAnew,
  })
  return JSON.stringify(asked?.key) === JSON.stringify(now?.key) ? data : undefined
}

/** Stands in the body while it is checked; the proof itself is asked for last, since it holds for a minute only. */
const proofToCome = { pinProof: 'to come' }

/** What the page sends by itself, beside what was entered. */
const hidden = (defaults: Values = {}, shown: readonly { name: string }[]): Values =>
  Object.fromEntries(Object.entries(defaults).filter(([name]) => !shown.some(field => field.name === name)))
