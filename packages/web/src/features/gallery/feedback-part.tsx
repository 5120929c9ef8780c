import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { DialogForm, SideForm } from '../../kit/form/forms.tsx'
import { useConfirm, type Question } from '../../kit/feedback/confirm.tsx'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { ScriptForm } from '../../kit/script-form/script-form.tsx'
import { Button } from '../../kit/ui.ts'
import { longWords } from './samples.ts'
import { State, States } from './state.tsx'

export default function FeedbackPart() {
  const [open, setOpen] = useState<'side' | 'dialog'>()
  const close = () => setOpen(undefined)
  const form = <ScriptForm description={longWords} onSubmit={async () => close()} />
  return (
    <States>
      <State title={t('gallery.loading')}>
        <Bones rows={3} />
      </State>
      <State title={t('gallery.empty')}>
        <Empty title={t('kit.nothingYet')} action={<Button type="primary">{t('kit.add')}</Button>} />
      </State>
      <State title={t('gallery.failing')}>
        <Failed error={new Error()} onRetry={close} />
      </State>
      <Questions />
      <State title={t('gallery.dialogs')}>
        <div className="gallery-row">
          <Button onClick={() => setOpen('side')}>{t('gallery.side')}</Button>
          <Button onClick={() => setOpen('dialog')}>{t('gallery.dialog')}</Button>
        </div>
        <SideForm title={t('gallery.side')} open={open === 'side'} onClose={close}>
          {form}
        </SideForm>
        <DialogForm title={t('gallery.dialog')} open={open === 'dialog'} onClose={close}>
          {form}
        </DialogForm>
      </State>
    </States>
  )
}

function Questions() {
  const confirm = useConfirm()
  const toast = useToast()
  const ask = async (question: Question) => {
    if (await confirm(question)) toast.done(t('kit.done'))
  }
  const text = t('kit.askDelete', { noun: t('fields.card'), name: '6200 9900 0001' })
  return (
    <State title={t('gallery.questions')}>
      <div className="gallery-row">
        <Button onClick={() => void ask({ text: t('gallery.question') })}>{t('gallery.plain')}</Button>
        <Button danger onClick={() => void ask({ text, danger: true, ok: t('kit.delete') })}>
          {t('gallery.danger')}
        </Button>
        <Button danger onClick={() => void ask({ text, danger: true, typed: t('gallery.word') })}>
          {t('gallery.typed')}
        </Button>
      </div>
    </State>
  )
}
