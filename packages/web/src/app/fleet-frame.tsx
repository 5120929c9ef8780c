import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useSession } from '../core/session.ts'
import { t } from '../i18n/index.ts'
import { dialogsOrSay } from '../kit/feedback/dialogs.ts'
import { LanguageSelect } from './shell/language-select.tsx'
import { Notices } from './shell/notices.tsx'
import { Mark } from './shell/sidebar.tsx'
import { logOut } from './session/log-out.ts'
import './fleet-frame.css'

/**
 * What stands around the one page of a fleet's leader: whose it is, the language, and log out, which an embedding client does by itself.
 * @source spec 0 §4, §6
 */
export function FleetFrame({ children }: { children: ReactNode }) {
  const { profile, embedded } = useSession()
  const ask = () =>
    void dialogsOrSay().then(ready => void ready?.modal.confirm({ title: t('shell.logOutAsk'), okText: t('shell.logOut'), onOk: logOut }))
  return (
    <div className="fleet">
      <header>
        <Mark />
        <strong>{t('product')}</strong>
        <span>{profile?.company.name}</span>
        <div>
          <span>{profile?.name}</span>
          <LanguageSelect />
          {!embedded && <Button onClick={ask}>{t('shell.logOut')}</Button>}
        </div>
      </header>
      <Notices />
      <main>{children}</main>
    </div>
  )
}
