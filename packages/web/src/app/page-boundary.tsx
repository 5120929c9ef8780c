import { Button, Result } from 'antd'
import { Component, type ReactNode } from 'react'
import { t } from '../i18n/index.ts'

interface Props { children: ReactNode; retry: () => void }

/** What breaks within a page stays within its tab. A page that is no longer on the server means that there is a newer version. */
export class PageBoundary extends Component<Props, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError(error: Error) { return { error } }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const outdated = /dynamically imported module|Importing a module/.test(error.message)
    const retry = () => {
      this.setState({ error: undefined! })
      this.props.retry()
    }
    return (
      <Result status={outdated ? 'info' : 'error'} title={t(outdated ? 'shell.newVersion' : 'shell.pageFailed')}
        subTitle={outdated ? t('shell.newVersionHelp') : t('shell.pageFailedHelp', { reason: error.message })}
        extra={<Button type="primary" onClick={outdated ? () => location.reload() : retry}>{t(outdated ? 'shell.reload' : 'shell.retry')}</Button>} />
    )
  }
}
