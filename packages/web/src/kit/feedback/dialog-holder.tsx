import { message, Modal, notification } from 'antd'
import { useEffect } from 'react'
import type { Dialogs } from './dialog-set.ts'

/** Draws toasts, questions and notices, in the look of the page. */
export function Holder({ onReady }: { onReady: (ready: Dialogs) => void }) {
  const [messages, messageHolder] = message.useMessage({ maxCount: 3, duration: 2 })
  const [modal, modalHolder] = Modal.useModal()
  const [notices, noticeHolder] = notification.useNotification()
  useEffect(() => onReady({ message: messages, modal, notification: notices }), [onReady, messages, modal, notices])
  return (
    <>
      {messageHolder}
      {modalHolder}
      {noticeHolder}
    </>
  )
}
