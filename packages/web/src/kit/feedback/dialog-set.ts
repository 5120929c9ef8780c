import type { message, Modal, notification } from 'antd'

/** What draws toasts, questions and notices in the look of the page. */
export interface Dialogs {
  message: ReturnType<typeof message.useMessage>[0]
  modal: ReturnType<typeof Modal.useModal>[0]
  notification: ReturnType<typeof notification.useNotification>[0]
}
