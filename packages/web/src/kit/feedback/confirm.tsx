import { App, Input, type InputRef } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'

export interface Question {
  /** Names the thing and its number. */
  text: ReactNode
  title?: string
  ok?: string
  /** What is done cannot be undone: the button is red. */
  danger?: boolean
  /** Has to be typed before the button works. */
  typed?: string
  /** Done while the dialog waits; a failure leaves it open. */
  act?: () => Promise<unknown>
}

/** Asks before something is done. The dialog is answered by its buttons or Esc, never by a press beside it, and goes when the page goes. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const { modal } = App.useApp()
  const opened = useRef(new Set<{ destroy: () => void }>())
  useEffect(() => {
    const dialogs = opened.current
    return () => {
      for (const dialog of dialogs) dialog.destroy()
      dialogs.clear()
    }
  }, [])
  return ({ text, title, ok, danger = false, typed, act }) =>
    new Promise(resolve => {
      const dialog = modal.confirm({
        title: title ?? t('kit.prompt'),
        okText: ok ?? t('kit.ok'),
        cancelText: t('kit.cancel'),
        width: 'max(40%, 320px)',
        style: { top: '14vh' },
        mask: { closable: false },
        keyboard: true,
        centered: false,
        okButtonProps: { danger, disabled: typed !== undefined },
        content:
          typed === undefined ? (
            text
          ) : (
            <Typed text={text} word={typed} onRight={right => dialog.update({ okButtonProps: { danger, disabled: !right } })} />
          ),
        onOk: async () => {
          await act?.()
          resolve(true)
        },
        onCancel: () => resolve(false),
        afterClose: () => opened.current.delete(dialog),
      })
      opened.current.add(dialog)
    })
}

function Typed({ text, word, onRight }: { text: ReactNode; word: string; onRight: (right: boolean) => void }) {
  const box = useRef<InputRef>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <>
      <p>{text}</p>
      <label>
        {t('kit.typeToConfirm', { word })}
        <Input ref={box} autoComplete="off" onChange={event => onRight(event.target.value.trim() === word)} />
      </label>
    </>
  )
}
