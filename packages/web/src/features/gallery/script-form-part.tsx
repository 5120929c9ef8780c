import type { ScriptValues } from '@forecourt/contract'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { ScriptForm } from '../../kit/script-form/script-form.tsx'
import { everyField, filled, longWords } from './samples.ts'
import { State, States } from './state.tsx'

export default function ScriptFormPart() {
  const [sent, setSent] = useState<ScriptValues>()
  const send = async (values: ScriptValues) => setSent(values)
  return (
    <States>
      <State title={t('gallery.empty')}>
        <ScriptForm description={everyField} onSubmit={send} label={t('gallery.empty')} />
        <pre className="gallery-sent" aria-label={t('gallery.sent')} aria-live="polite">
          {sent ? JSON.stringify(sent, null, 1) : t('gallery.nothingSent')}
        </pre>
      </State>
      <State title={t('gallery.filled')}>
        <ScriptForm description={everyField} values={filled} onSubmit={send} label={t('gallery.filled')} />
      </State>
      <State title={t('gallery.readOnly')}>
        <ScriptForm description={everyField} values={filled} onSubmit={send} readOnly label={t('gallery.readOnly')} />
      </State>
      <State title={t('gallery.long')}>
        <ScriptForm description={longWords} onSubmit={send} label={t('gallery.long')} />
      </State>
    </States>
  )
}
