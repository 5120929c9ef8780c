import { allows, messageActs, outboxMessages } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { Button } from '../../kit/ui.ts'
import type { Message } from './message.ts'

/** Sends a message again, or keeps it from leaving, after a question that names whom it goes to. */
export function MessageActs({ message }: { message: Message }) {
  const may = useMay('message.outbox.write')
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  const { id, recipient, state } = message
  const ask = async (act: 'resend' | 'cancel') => {
    const question = act === 'resend' && state === 'unsure' ? 'resendUnsureAsk' : (`${act}Ask` as const)
    const sure = await confirm({
      text: t(`outboxMessages.${question}`, { recipient }),
      ok: t(`outboxMessages.${act}`),
      danger: act === 'cancel',
      act: () => call(outboxMessages[act], { id }),
    })
    if (!sure) return
    toast.done(t(`outboxMessages.${act}Done`))
    await cache.invalidateQueries({ queryKey: ['outboxMessages'] })
  }
  if (!may) return null
  return (
    <>
      {allows(messageActs.resend, state) && (
        <Button type="link" size="small" onClick={() => void ask('resend')}>
          {t('outboxMessages.resend')}
        </Button>
      )}
      {allows(messageActs.cancel, state) && (
        <Button type="link" size="small" danger onClick={() => void ask('cancel')}>
          {t('outboxMessages.cancel')}
        </Button>
      )}
    </>
  )
}
