import { Input, type InputRef } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'

/** What cannot be undone wants its word typed. */
export default function TypedWord({ text, word, onRight }: { text: ReactNode; word: string; onRight: (right: boolean) => void }) {
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
