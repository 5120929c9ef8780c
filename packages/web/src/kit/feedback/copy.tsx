import { useState } from 'react'
import { t } from '../../i18n/index.ts'

/** Puts a number on the clipboard, ungrouped, and says so. */
export function CopyButton({ text, always = false }: { text: string; always?: boolean }) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), 1500)
  }
  return (
    <button
      type="button"
      className={always ? 'k-copy k-copy-always' : 'k-copy'}
      onClick={() => void copy()}
      aria-label={done ? t('kit.copied') : t('kit.copyThis', { text })}>
      {done ? '✓' : '⧉'}
    </button>
  )
}
