import { outboxMessages } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { copyText } from '../../kit/feedback/copy-text.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { Button, Input } from '../../kit/ui.ts'
import type { Message } from './message.ts'

/** What is written and to whom. The link stays covered until a user who was allowed to make it asks for it. */
export function MessageText({ message: { id, state } }: { message: Message }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['outboxMessages', 'text', id, state],
    queryFn: ({ signal }) => call(outboxMessages.text, { id }, { signal }),
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={3} />
  return (
    <section className="outbox-letter" aria-label={t('outboxMessages.text')}>
      <p>{t('outboxMessages.to', { address: data.address })}</p>
      <blockquote lang="">{data.text}</blockquote>
      {data.linkUntil && <Link id={id} until={data.linkUntil} />}
    </section>
  )
}

function Link({ id, until }: { id: number; until: string }) {
  const may = useMay('access.user.write')
  const toast = useToast()
  const [link, setLink] = useState<string>()
  const [copied, setCopied] = useState(false)
  if (!may) return null
  const show = () => void call(outboxMessages.link, { id }).then(({ path }) => setLink(`${location.origin}${path}`), toast.failed)
  const copy = () => void copyText(link ?? '').then(setCopied)
  return (
    <>
      <p className="k-quiet">{t('outboxMessages.linkHelp', { until: time(until, 'minute') })}</p>
      {link === undefined ? (
        <Button onClick={show}>{t('outboxMessages.showLink')}</Button>
      ) : (
        <div className="outbox-link">
          <Input readOnly value={link} aria-label={t('outboxMessages.link')} onFocus={event => event.target.select()} />
          <Button type="primary" onClick={copy}>
            {t(copied ? 'outboxMessages.copied' : 'outboxMessages.copy')}
          </Button>
        </div>
      )}
    </>
  )
}
