import { auditLogs, type Returned } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { useSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { UnderWay } from '../../kit/detail/figures.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Alert, Button } from '../../kit/ui.ts'
import './audit.css'

type Verification = Returned<typeof auditLogs.verification>
type Verdict = NonNullable<Verification['result']>

/** How far it has come is never older than a second. */
const againMs = 900
const isOpen = (check: Verification | null | undefined) => check?.status === 'waiting' || check?.status === 'running'
/** Verdicts that were closed are not shown again until the page is loaded anew. */
const closed = new Set<number>()

/**
 * Holds the log against its chain, in the background: anyone who leaves the page and comes back finds it under way, or what was found. The
 * last verdict of the company stands on the page until it is closed.
 */
export function useVerify() {
  const toast = useToast()
  const { visible } = usePage()
  const cache = useQueryClient()
  const company = useSession(({ profile, atStation }) => atStation?.company.id ?? profile?.company.id)
  const queryKey = ['auditVerification', company]
  const [, draw] = useState(0)
  const [busy, setBusy] = useState(false)
  const {
    data: last,
    isPending,
    isError,
  } = useQuery<Verification | null>({
    queryKey,
    enabled: visible,
    refetchInterval: ({ state }) => isOpen(state.data) && againMs,
    queryFn: ({ signal }) => call(auditLogs.lastVerification, {}, { signal }),
  })
  const act = async (action: () => Promise<Verification>) => {
    setBusy(true)
    try {
      const check = await action()
      // A poll that is still under way knows less than this.
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, check)
    } catch (error) {
      toast.failed(error)
      await cache.invalidateQueries({ queryKey })
    } finally {
      setBusy(false)
    }
  }
  const button = (
    <Button loading={busy} disabled={isOpen(last)} onClick={() => void act(() => call(auditLogs.verify, { body: {} }))}>
      {t('auditLogs.verify')}
    </Button>
  )
  const shown = last && last.status !== 'cancelled' && !closed.has(last.id) ? last : undefined
  return {
    button,
    shown,
    verifyWhole: () => void act(() => call(auditLogs.verify, { body: { whole: true } })),
    /** Nobody knows yet whether there is one to be shown. */
    pending: isPending && !isError,
    cancel: (id: number) => void act(() => call(auditLogs.cancelVerification, { id })),
    close(id: number) {
      closed.add(id)
      draw(drawn => drawn + 1)
    },
  }
}

interface Shown {
  of: Verification
  onCancel: () => void
  onClose: () => void
  onOpen: (id: number) => void
  onWhole: () => void
}

export function VerificationOf({ of, onCancel, onClose, onOpen, onWhole }: Shown) {
  if (of.result) return <VerdictOf verdict={of.result} at={of.finishedDate} onClose={onClose} onOpen={onOpen} onWhole={onWhole} />
  if (of.status === 'fail')
    return (
      <div className="audit-verdict" role="alert">
        <Alert type="warning" showIcon closable={{ onClose, 'aria-label': t('shell.close') }} title={t('auditLogs.verifyFailed')} />
      </div>
    )
  return <Running of={of} onCancel={onCancel} />
}

/** How far it is; the page may be left meanwhile. */
function Running({ of: { status, done, total }, onCancel }: { of: Verification; onCancel: () => void }) {
  const share = total ? Math.floor((100 * done) / total) : undefined
  const words = total ? t('auditLogs.verifiedOf', { done: count(done), total: count(total) }) : ''
  return (
    <div className="audit-verdict" role="status">
      <Alert
        type="info"
        showIcon
        title={t(status === 'waiting' ? 'auditLogs.verifyWaiting' : 'auditLogs.verifying')}
        description={<UnderWay tag={t('auditLogs.verifyHint')} label={t('auditLogs.verifying')} share={share} words={words} />}
        action={
          <Button size="small" onClick={onCancel}>
            {t('auditLogs.verifyCancel')}
          </Button>
        }
      />
    </div>
  )
}

interface Told {
  verdict: Verdict
  at: string | null
  onClose: () => void
  onOpen: (id: number) => void
  onWhole: () => void
}

function VerdictOf({ verdict, at, onClose, onOpen, onWhole }: Told) {
  const { from, sealed, pending, heads, lastHead, broken } = verdict
  const noted = lastHead ? t('auditLogs.heads', { count: count(heads), at: time(lastHead.at, 'minute') }) : t('auditLogs.noHeads')
  const entry = broken?.auditEntryId
  const since = from > 1 ? t('auditLogs.since', { n: count(from) }) : ''
  const found = broken
    ? t(`auditLogs.broken_${broken.why}`)
    : `${pending > 0 ? t('auditLogs.pending', { pending: count(pending) }) : ''}${noted}`
  return (
    <div className="audit-verdict" role={broken ? 'alert' : 'status'}>
      <Alert
        type={broken ? 'error' : 'success'}
        showIcon
        closable={{ onClose, 'aria-label': t('shell.close') }}
        title={broken ? t('auditLogs.broken', { n: count(broken.n) }) : t('auditLogs.whole', { sealed: count(sealed) })}
        description={`${found}${since}${at ? t('auditLogs.verifiedAt', { at: time(at, 'minute') }) : ''}`}
        action={
          entry ? (
            <Button size="small" onClick={() => onOpen(entry)}>
              {t('auditLogs.show')}
            </Button>
          ) : from > 1 ? (
            <Button size="small" onClick={onWhole}>
              {t('auditLogs.verifyWhole')}
            </Button>
          ) : undefined
        }
      />
    </div>
  )
}
