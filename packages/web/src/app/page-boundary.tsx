import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { ApiError, lastRequestId } from '../core/api.ts'
import { t } from '../i18n/index.ts'
import { CopyButton } from '../kit/feedback/copy.tsx'
import { DeadEnd } from './session/dead-end.tsx'

interface Props {
  children: ReactNode
  retry: () => void
  goHome: () => void
}
interface Fault {
  error: Error
  /** Under which the administrator finds it in the log: that of the call that failed, else of the last one before. */
  number: string | undefined
}

/** What breaks within a page stays within its tab. Code that did not come never gets here: see `later`. */
export class PageBoundary extends Component<Props, { fault?: Fault | undefined }> {
  override state: { fault?: Fault | undefined } = {}
  static getDerivedStateFromError(error: Error): { fault: Fault } {
    return { fault: { error, number: error instanceof ApiError ? error.requestId : lastRequestId() } }
  }
  override render() {
    const { fault } = this.state
    if (!fault) return this.props.children
    const retry = () => {
      this.setState({ fault: undefined })
      this.props.retry()
    }
    return (
      <DeadEnd
        title={t('shell.pageFailed')}
        help={t('shell.pageFailedHelp', { reason: fault.error.message })}
        action={t('shell.retry')}
        onAction={retry}
        more={<Button onClick={this.props.goHome}>{t('shell.backHome')}</Button>}>
        {fault.number && (
          <p className="dead-end-number">
            {t('shell.faultNumber', { number: fault.number })} <CopyButton always text={fault.number} />
          </p>
        )}
      </DeadEnd>
    )
  }
}
