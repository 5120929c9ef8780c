import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { copyText } from './copy-text.ts'

interface CopyButtonProps {
  text: string
  always?: boolean
  /** What is copied, where the text itself is too long to be read out. */
  label?: string
}

/** Puts a number on the clipboard, ungrouped, and says so. */
export function CopyButton({ text, always = false, label }: CopyButtonProps) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return
    setDone(true)
    setTimeout(() => setDone(false), 1500)
  }
  return (
    <button
      type="button"
      className={always ? 'k-copy k-copy-always' : 'k-copy'}
      onClick={() => void copy()}
      aria-label={done ? t('kit.copied') : (label ?? t('kit.copyThis', { text }))}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" fill="none" stroke="currentColor">
        {done ? <path d="M2 6.5 5 9.5 10 3" /> : <path d="M4 4V1.5h6.5V8H8M1.5 4H8v6.5H1.5z" />}
      </svg>
    </button>
  )
}
