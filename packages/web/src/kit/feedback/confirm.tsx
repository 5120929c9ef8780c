import { useEffect, useRef, type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { dialogsOrSay } from './dialogs.ts'
import { useToast } from './toast.ts'
import { later, WhileLoading } from '../later.tsx'

const TypedWord = later(() => import('./typed-word.tsx'))

export interface Question {
  /** Names the thing and its number. */
  text: ReactNode
  title?: string
  ok?: string
  /** What leaves everything as it is, where “Cancel” could be taken for the act. */
  keep?: string
  /** What is done cannot be undone: the button is red. */
  danger?: boolean
  /** Something half filled in would be lost: to go on with it comes first and has the focus. */
  leaving?: boolean
  /** Something went well, and the question is what next. */
  good?: boolean
  /** Has to be typed before the button works. */
  typed?: string
  /** Done while the dialog waits; a failure leaves it open. */
  act?: () => Promise<unknown>
}

/**
 * Asks before something is done. The dialog is answered by its buttons or Esc, never by a press beside it; it goes when the page goes,
 * or what it is about.
 */
export function useConfirm(about?: unknown): (question: Question) => Promise<boolean> {
  const { failed } = useToast()
  const opened = useRef(new Set<() => void>())
  useEffect(() => {
    const dialogs = opened.current
    return () => {
      for (const dismiss of dialogs) dismiss()
      dialogs.clear()
    }
  }, [about])
  return async question => {
    const modal = (await dialogsOrSay())?.modal
    if (!modal) return false
    return new Promise(resolve => {
      const dismiss = () => {
        dialog.destroy()
        resolve(false)
      }
      const dialog = (question.good ? modal.success : modal.confirm)({
        ...look(question),
        content: contentOf(question, right => dialog.update({ okButtonProps: { danger: question.danger ?? false, disabled: !right } })),
        onOk: (close: () => void) =>
          void answer(question, loading => dialog.update({ okButtonProps: { danger: question.danger ?? false, loading } })).then(() => {
            resolve(true)
            close()
          }, failed),
        onCancel: () => resolve(false),
        afterClose: () => opened.current.delete(dismiss),
      })
      opened.current.add(dismiss)
    })
  }
}

/** @source spec 1 "List", confirm dialog */
const look = ({ title, ok, keep, danger = false, leaving = false, typed }: Question) => ({
  title: title ?? t('kit.prompt'),
  okText: ok ?? t('kit.ok'),
  okCancel: true,
  cancelText: keep ?? t('kit.cancel'),
  width: 'max(40%, 320px)',
  style: { top: '14vh' },
  mask: { closable: false },
  okButtonProps: { danger, disabled: typed !== undefined },
  ...(leaving && keepEditing()),
})

/** The buttons of a question before leaving what is half filled in: what loses nothing is the first, and answers Enter. */
export const keepEditing = () => ({
  cancelText: t('kit.keepEditing'),
  cancelButtonProps: { type: 'primary' as const },
  okType: 'default' as const,
  okButtonProps: { danger: true },
  autoFocusButton: 'cancel' as const,
})

function contentOf({ text, typed }: Question, onRight: (right: boolean) => void): ReactNode {
  return typed === undefined ? (
    text
  ) : (
    <WhileLoading show={text}>
      <TypedWord text={text} word={typed} onRight={onRight} />
    </WhileLoading>
  )
}

async function answer({ act }: Question, wait: (waiting: boolean) => void): Promise<void> {
  if (!act) return
  wait(true)
  await act().finally(() => wait(false))
}
