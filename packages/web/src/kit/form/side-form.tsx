import { Drawer, Modal } from 'antd'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../feedback/confirm.tsx'
import { usePage } from '../page/use-page.ts'
import { AroundForm } from './unsaved.ts'

export interface SideFormProps {
  title: ReactNode
  open: boolean
  onClose: () => void
  width?: number
  children: ReactNode
}

/** Closing asks when the form within was begun and not sent. */
function useLeave(onClose: () => void) {
  const unsaved = useRef(false)
  const confirm = useConfirm()
  const { setUnsaved } = usePage()
  const leave = async () => {
    if (unsaved.current && !(await confirm({ text: t('kit.askLeave'), ok: t('kit.leave'), danger: true }))) return
    unsaved.current = false
    setUnsaved(false)
    onClose()
  }
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  return useMemo(() => ({ note: (now: boolean) => void (unsaved.current = now), leave: () => void latest.current() }), [])
}

/** A form beside its list. */
export function SideForm({ title, open, onClose, width = 480, children }: SideFormProps) {
  const around = useLeave(onClose)
  return (
    <Drawer title={title} open={open} onClose={around.leave} size={width} destroyOnHidden mask={{ closable: false }}>
      <AroundForm value={around}>{children}</AroundForm>
    </Drawer>
  )
}

/** A short form over its page: an act with a field or two. */
export function DialogForm({ title, open, onClose, width = 480, children }: SideFormProps) {
  const around = useLeave(onClose)
  return (
    <Modal
      title={title}
      open={open}
      onCancel={around.leave}
      width={width}
      footer={null}
      destroyOnHidden
      mask={{ closable: false }}
      style={{ top: '14vh' }}>
      <AroundForm value={around}>{children}</AroundForm>
    </Modal>
  )
}
