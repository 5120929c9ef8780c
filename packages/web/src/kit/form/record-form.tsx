import type { Resource, BaseRow } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { call, newAct } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { useToast } from '../feedback/toast.ts'
import { useSure } from '../feedback/sure.ts'
import { FieldsForm, type OwnControl } from './fields-form.tsx'
import { useFields } from './use-fields.ts'
import { bodyFields, valuesOf, type Values } from './values.ts'
import { WithSchema } from './with-schema.tsx'

/** What a page says of a form where the contract does not say it. */
export interface FormOptions {
  /** The fields, in this order; the contract's when absent. */
  fields?: readonly string[]
  controls?: Record<string, OwnControl>
  /** What a new record begins with. */
  defaults?: Values
  /** Fields that only stand there while something holds; hidden ones are not sent. */
  when?: Record<string, (values: Values) => boolean>
  /** Fields of an existing record that cannot be changed any more. */
  fixed?: readonly string[]
  effect?: (values: Values) => ReactNode
  /** A form of the page's own in place of that of the contract, within the drawer of the record; a new record is undefined. */
  draw?: (of: { readonly record: BaseRow | undefined; readonly done: () => void }) => ReactNode
}

export interface RecordFormProps extends Omit<FormOptions, 'draw'> {
  of: Resource
  /** The record to edit; a new one when it is absent. */
  record?: BaseRow | undefined
  onDone: (record: BaseRow) => void
  onCancel?: () => void
}

/** Enters a record, or edits the one given. Its checks are the contract's; an edit carries the version that was read. */
export const RecordForm = (props: RecordFormProps) => <WithSchema of={props.of.body}>{body => <Form {...props} body={body} />}</WithSchema>

function Form({ body, ...props }: RecordFormProps & { body: z.ZodObject }) {
  const { of, record, onDone, onCancel, fields, controls, defaults, when, fixed, effect } = props
  const cache = useQueryClient()
  const toast = useToast()
  const [now, setNow] = useState(record)
  const act = useRef(newAct())
  const sure = useSure()
  const all = useMemo(() => chosen(bodyFields(of.name, body), fields), [of, body, fields])
  const send = async (entered: Values) => {
    const saved = await sure(force => {
      const body = { ...entered, ...force }
      const once = { act: 'force' in force ? newAct() : act.current }
      return now ? call(of.update, { id: now.id, body: { ...body, version: now.version } }, once) : call(of.create, { body }, once)
    })
    await cache.invalidateQueries({ queryKey: [of.name] })
    toast.done(t(now ? 'kit.saved' : 'kit.added'))
    return saved
  }
  const begun = now ? valuesOf(now) : defaults
  const beside = kept(body, begun ?? {}, all)
  const state = useFields({ fields: all, body, record: begun, beside, when, send, done: onDone })
  const reload = async () => {
    const fresh = await call(of.get, { id: now!['id'] })
    setNow(fresh)
    state.begin(valuesOf(fresh))
  }
  return (
    <FieldsForm
      state={state}
      controls={controls}
      locked={now ? fixed : undefined}
      effect={effect}
      onCancel={onCancel}
      onReload={now ? () => void reload() : undefined}
    />
  )
}

const chosen = (all: ReturnType<typeof bodyFields>, names: readonly string[] | undefined) =>
  names ? names.flatMap(name => all.find(field => field.name === name) ?? []) : all

/** Fields of the body that this form does not show stay as they were read, or begin as the page says. */
function kept(body: z.ZodObject, record: Values, shown: readonly { name: string }[]): Values {
  const names = Object.keys(body.shape).filter(name => !shown.some(field => field.name === name) && record[name] !== undefined)
  return Object.fromEntries(names.map(name => [name, record[name]]))
}
