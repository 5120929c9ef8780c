import type { Endpoint, Returned } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, type ReactNode } from 'react'
import { z } from 'zod'
import { call, newAct } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { useAskPin, type ProvenDeed } from '../feedback/ask-pin.tsx'
import { useToast } from '../feedback/toast.ts'
import { FieldsForm } from './fields-form.tsx'
import type { FormOptions } from './record-form.tsx'
import { useFields } from './use-fields.ts'
import { bodyFields, type Values } from './values.ts'

export interface ActFormProps<E extends Endpoint> extends Omit<FormOptions, 'fixed'> {
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
  submitLabel?: string
  danger?: boolean
  /** What is said when it is done. */
  done?: string
  /** Asks for one's own PIN first: the act is one's own responsibility. */
  pinFor?: (entered: Values) => ProvenDeed
}

/** The form of an act: what it asks is the endpoint's body, what stands against it lands on its field. Sent again it is done once. */
export function ActForm<E extends Endpoint>(props: ActFormProps<E>) {
  const {
    of,
    id,
    version,
    words,
    changes = [words],
    onDone,
    onCancel,
    submitLabel,
    danger,
    done,
    fields,
    controls,
    defaults,
    when,
    effect,
    pinFor,
  } = props
  const cache = useQueryClient()
  const toast = useToast()
  const act = useRef(newAct())
  const askPin = useAskPin()
  const body = of.body as z.ZodObject
  const all = useMemo(() => {
    const every = bodyFields(words, body).filter(({ name }) => name !== 'pinProof')
    return fields ? fields.flatMap(name => every.find(field => field.name === name) ?? []) : every
  }, [body, words, fields])
  const beside = {
    ...hidden(defaults, all),
    ...(version !== undefined && 'version' in body.shape && { version }),
    ...(pinFor && proofToCome),
  }
  const send = async (entered: Values) => {
    const proven = pinFor ? { ...entered, pinProof: await askPin(pinFor(entered)) } : entered
    const answer = await call(of, { ...(id !== undefined && { id }), body: proven } as never, { act: act.current })
    await Promise.all(changes.map(name => cache.invalidateQueries({ queryKey: [name] })))
    toast.done(done ?? t('kit.done'))
    return answer
  }
  const state = useFields({ fields: all, body, record: defaults, beside, when, send, done: onDone })
  return (
    <FieldsForm
      state={state}
      controls={controls}
      effect={effect as ((values: Values) => ReactNode) | undefined}
      onCancel={onCancel}
      submitLabel={submitLabel}
      danger={danger}
    />
  )
}

/** Stands in the body while it is checked; the proof itself is asked for last, since it holds for a minute only. */
const proofToCome = { pinProof: 'to come' }

/** What the page sends by itself, beside what was entered. */
const hidden = (defaults: Values = {}, shown: readonly { name: string }[]): Values =>
  Object.fromEntries(Object.entries(defaults).filter(([name]) => !shown.some(field => field.name === name)))
