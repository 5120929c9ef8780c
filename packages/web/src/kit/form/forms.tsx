import type { BaseRow } from '@forecourt/contract'
import { useCallback, useState, type ReactNode } from 'react'
import { loadSchemas } from '../../core/schemas.ts'
import { Bones } from '../feedback/states.tsx'
import { later, laterDialog, WhileLoading } from '../later.tsx'
import { usePrefetched } from '../soon.tsx'
import type { RecordDrawerProps } from './record-drawer.tsx'

/**
 * Forms as pages use them: a page is drawn before anybody enters anything, so what a form is made of comes once the page is quiet, or when
 * one is opened.
 */
const loadForms = () => Promise.all([import('./act-form.tsx'), import('./record-form.tsx'), import('./side-form.tsx')])

type Part<P> = (props: P) => ReactNode
/** In its place stands the shape of a form until it has come. */
function form<P extends object>(load: () => Promise<Part<P>>): Part<P> {
  const Later = later<P>(async () => ({ default: await load() }))
  return function Form(props) {
    return (
      <WhileLoading show={<Bones />}>
        <Later {...props} />
      </WhileLoading>
    )
  }
}
export const ActForm = form(
  async () => (await import('./act-form.tsx')).ActForm as Part<object>,
) as unknown as typeof import('./act-form.tsx').ActForm
export const RecordForm = form(async () => (await import('./record-form.tsx')).RecordForm)

type Side = Parameters<typeof import('./side-form.tsx').SideForm>[0]
/** Drawn from when it is first opened; closed it stays, to slide away. */
function around(load: () => Promise<Part<Side>>): Part<Side> {
  const Later = laterDialog<Side>(async () => ({ default: await load() }))
  return function Around(props) {
    usePrefetched(loadForms)
    const [opened, setOpened] = useState(props.open)
    if (props.open && !opened) setOpened(true)
    return opened ? <Later {...props} /> : null
  }
}
export const SideForm = around(async () => (await loadForms())[2].SideForm)
export const DialogForm = around(async () => (await loadForms())[2].DialogForm)

type Drawer = typeof import('./record-drawer.tsx').RecordDrawer
const loadDrawer = () => import('./record-drawer.tsx')
const LaterDrawer = laterDialog(async () => ({ default: (await loadDrawer()).RecordDrawer as never })) as unknown as Drawer
/** The form of a record beside its list. */
export function RecordDrawer<R extends BaseRow>(props: RecordDrawerProps<R>) {
  const { of } = props
  usePrefetched(useCallback(() => Promise.all([loadDrawer(), loadSchemas(of.body)]), [of]))
  const [opened, setOpened] = useState(props.wanted !== undefined)
  if (props.wanted !== undefined && !opened) setOpened(true)
  return opened ? <LaterDrawer {...props} /> : null
}
