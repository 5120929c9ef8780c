import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Button, Input } from '../../kit/ui.ts'
import './org.css'

/** A line to be handed on, and a button that copies it. Where the browser forbids that, it is said and the line is there to be marked. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false)
  const [failed, setFailed] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <div className="org-link">
        <Input readOnly value={text} aria-label={label} onFocus={event => event.target.select()} />
        <Button type="primary" onClick={() => void copy()}>
          {t(copied ? 'companyPage.copied' : 'companyPage.copy')}
        </Button>
      </div>
      {failed && (
        <p className="k-fault" role="alert">
          {t('companyPage.copyFailed')}
        </p>
      )}
    </>
  )
}
