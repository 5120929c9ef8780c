import { Drawer, Modal } from 'antd'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../feedback/confirm.tsx'
import { useNarrow } from '../media.ts'
import { usePage } from '../page/use-page.ts'
import { focusOnceHere } from './focus-once-here.ts'
import { AroundForm } from './unsaved.ts'

export interface SideFormProps {
  title: ReactNode
  open: boolean
  onClose: () => void
  /** Called when the form within is begun, and when it is as it was. */
  onUnsaved?: ((unsaved: boolean) => void) | undefined
  width?: number
  children: ReactNode
}

/** Closing asks when the form within was begun and not sent. */
function useLeave({ open, onClose, onUnsaved }: Pick<SideFormProps, 'open' | 'onClose' | 'onUnsaved'>) {
  const unsaved = useRef(false)
  const confirm = useConfirm(open)
  const { setUnsaved } = usePage()
  const leave = async () => {
    if (unsaved.current && !(await confirm({ text: t('kit.askLeave'), ok: t('kit.leave'), leaving: true }))) return
    note(false)
    setUnsaved(false)
    onClose()
  }
  const note = (now: boolean) => {
    unsaved.current = now
    onUnsaved?.(now)
  }
  const latest = useRef({ leave, note })
  useEffect(() => {
    latest.current = { leave, note }
  })
  return useMemo(() => ({ note: (now: boolean) => latest.current.note(now), leave: () => void latest.current.leave() }), [])
}

/**
 * Opening a form puts the focus on its first field, unless it has chosen a field itself; on a phone that would bring up the keyboard
 * unasked.
 */
function useFirstField() {
  const place = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()
  const begin = (opened: boolean) => {
    const form = place.current
    if (!opened || narrow || !form) return
    focusOnceHere(form, () =>
      form.contains(document.activeElement)
        ? null
        : (form.querySelector<HTMLElement>('.k-field :is(input, textarea):not([disabled])') ?? undefined),
    )
  }
  return { place, begin }
}

/** A form beside its list. */
export function SideForm({ title, open, onClose, onUnsaved, width = 480, children }: SideFormProps) {
  const around = useLeave({ open, onClose, onUnsaved })
  const { place, begin } = useFirstField()
  return (
    <Drawer
      title={title}
      open={open}
      onClose={around.leave}
      afterOpenChange={begin}
      size={width}
      destroyOnHidden
      mask={{ closable: false }}>
      <div ref={place}>
        <AroundForm value={around}>{children}</AroundForm>
      </div>
    </Drawer>
  )
}

/** A short form over its page: an act with a field or two. */
export function DialogForm({ title, open, onClose, onUnsaved, width = 480, children }: SideFormProps) {
  const around = useLeave({ open, onClose, onUnsaved })
  const { place, begin } = useFirstField()
  return (
    <Modal
      title={title}
      open={open}
      onCancel={around.leave}
      afterOpenChange={begin}
      width={width}
      footer={null}
      destroyOnHidden
      mask={{ closable: false }}
      style={{ top: '14vh' }}>
      <div ref={place}>
        <AroundForm value={around}>{children}</AroundForm>
      </div>
    </Modal>
  )
}
