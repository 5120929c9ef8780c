import { Component, type ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { DeadEnd } from './session/dead-end.tsx'

interface Props {
  children: ReactNode
  retry: () => void
}

/** What breaks within a page stays within its tab. A page that is no longer on the server means that there is a newer version. */
export class PageBoundary extends Component<Props, { error?: Error | undefined }> {
  override state: { error?: Error | undefined } = {}
  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const outdated = /dynamically imported module|Importing a module/.test(error.message)
    const retry = () => {
      this.setState({ error: undefined })
      this.props.retry()
    }
    return outdated ? (
      <DeadEnd
        title={t('shell.newVersion')}
        help={t('shell.newVersionHelp')}
        action={t('shell.reload')}
        onAction={() => location.reload()}
      />
    ) : (
      <DeadEnd
        title={t('shell.pageFailed')}
        help={t('shell.pageFailedHelp', { reason: error.message })}
        action={t('shell.retry')}
        onAction={retry}
      />
    )
  }
}
