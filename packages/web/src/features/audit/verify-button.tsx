import { auditLogs, type Returned } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { Alert, Button } from '../../kit/ui.ts'
import './audit.css'

export type Verdict = Returned<typeof auditLogs.verify>

/** Holds the log against its chain. The verdict stands on the page until it is closed. */
export function useVerify() {
  const toast = useToast()
  const [verdict, setVerdict] = useState<Verdict>()
  const [busy, setBusy] = useState(false)
  const verify = async () => {
    setBusy(true)
    setVerdict(undefined)
    try {
      setVerdict(await call(auditLogs.verify, {}))
    } catch (error) {
      toast.failed(error)
    } finally {
      setBusy(false)
    }
  }
  const button = (
    <Button loading={busy} onClick={() => void verify()}>
      {t('auditLogs.verify')}
    </Button>
  )
  return { button, verdict, forget: () => setVerdict(undefined) }
}

export function VerdictOf({ verdict, onClose, onOpen }: { verdict: Verdict; onClose: () => void; onOpen: (id: number) => void }) {
  const { sealed, pending, heads, lastHead, broken } = verdict
  const noted = lastHead ? t('auditLogs.heads', { count: count(heads), at: time(lastHead.at, 'minute') }) : t('auditLogs.noHeads')
  const entry = broken?.auditEntryId
  return (
    <div className="audit-verdict" role={broken ? 'alert' : 'status'}>
      <Alert
        type={broken ? 'error' : 'success'}
        showIcon
        closable={{ onClose, 'aria-label': t('shell.close') }}
        title={broken ? t('auditLogs.broken', { n: count(broken.n) }) : t('auditLogs.whole', { sealed: count(sealed) })}
        description={
          broken ? t(`auditLogs.broken_${broken.why}`) : `${pending > 0 ? t('auditLogs.pending', { pending: count(pending) }) : ''}${noted}`
        }
        action={
          entry ? (
            <Button size="small" onClick={() => onOpen(entry)}>
              {t('auditLogs.show')}
            </Button>
          ) : undefined
        }
      />
    </div>
  )
}
