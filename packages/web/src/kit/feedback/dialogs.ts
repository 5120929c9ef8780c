import type { message, Modal, notification } from 'antd'
import type { ComponentType } from 'react'
import { create } from 'zustand'

export interface Dialogs {
  message: ReturnType<typeof message.useMessage>[0]
  modal: ReturnType<typeof Modal.useModal>[0]
  notification: ReturnType<typeof notification.useNotification>[0]
}

const { promise: standing, resolve: ready } = Promise.withResolvers<Dialogs>()

/** What draws them, once somebody asked. */
export const useHolder = create<{ Holder?: ComponentType<{ onReady: (ready: Dialogs) => void }>; onReady: (ready: Dialogs) => void }>(
  () => ({ onReady: ready }),
)

/** Toasts, questions and notices over the page. The first page stands before they are loaded. */
export async function dialogs(): Promise<Dialogs> {
  const { Holder } = await import('./dialog-holder.tsx')
  if (!useHolder.getState().Holder) useHolder.setState({ Holder })
  return standing
}

/** Loaded a moment after the first page stands, so that a failure can be told without a line to the server. */
export const loadDialogs = (): void => void dialogs().catch(() => undefined)
