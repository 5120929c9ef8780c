import type { ComponentType } from 'react'
import { create } from 'zustand'
import { t } from '../../i18n/index.ts'
import type { Dialogs } from './dialog-set.ts'

let ready!: (dialogs: Dialogs) => void
const drawn = new Promise<Dialogs>(resolve => {
  ready = resolve
})

/** What draws them, once somebody asked; and what has to be said without them. */
export const useHolder = create<{
  Holder?: ComponentType<{ onReady: (ready: Dialogs) => void }>
  onReady: (ready: Dialogs) => void
  plain?: string | undefined
}>(() => ({ onReady: ready }))

let hiding: ReturnType<typeof setTimeout> | undefined
/** Words that are shown by the first page itself, where what draws toasts could not be fetched. */
export function sayPlainly(words: string): void {
  clearTimeout(hiding)
  useHolder.setState({ plain: words })
  hiding = setTimeout(() => useHolder.setState({ plain: undefined }), toastMs)
}

/** How long a toast stays. @source spec 0 §9 "Error toast 2000 ms" */
export const toastMs = 2000

/** Toasts, questions and notices over the page. The first page stands before they are loaded. */
export async function dialogs(): Promise<Dialogs> {
  const { Holder } = await import('./dialog-holder.tsx')
  if (!useHolder.getState().Holder) useHolder.setState({ Holder })
  return drawn
}

/** For a question. If it cannot be drawn, a toast says so and the question counts as declined. */
export async function dialogsOrSay(): Promise<Dialogs | undefined> {
  try {
    return await dialogs()
  } catch {
    sayPlainly(t('error.network'))
    return undefined
  }
}

/** Loaded a moment after the first page stands, so that a failure can be reported without a line to the server. */
export const loadDialogs = (): void => void dialogs().catch(() => undefined)
