import { DownOutlined, UserOutlined } from '@ant-design/icons'
import { Button, type MenuProps } from 'antd'
import { useSession } from '../../core/session.ts'
import { language, t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { Dropdown } from '../../kit/popups.tsx'
import { logOut as endAndLeave } from '../session/log-out.ts'
import { change, useTabs } from '../tabs.ts'
import { languageItems, chooseLanguage } from './language-select.tsx'
import { openPanel } from './panels.ts'
import { titleOf } from './tab-acts.ts'
import { goTo } from '../../kit/page/history.ts'

/** Logs out; what is half filled in asks first. */
export function useLogOut(): () => void {
  const confirm = useConfirm()
  const leave = async () => {
    const unsaved = useTabs.getState().tabs.filter(tab => tab.unsaved)
    const text = t('shell.unsavedLogOut', { pages: unsaved.map(titleOf).join(t('stationChooser.comma')) })
    if (unsaved.length > 0 && !(await confirm({ text, ok: t('shell.logOut'), leaving: true }))) return
    for (const { path } of unsaved) change(path, { unsaved: false })
    await endAndLeave()
  }
  return () => void leave()
}

export function UserMenu({ narrow }: { narrow: boolean }) {
  const profile = useSession(state => state.profile)
  const embedded = useSession(state => state.embedded)
  const logOut = useLogOut()
  const items: MenuProps['items'] = [
    { key: 'who', type: 'group', label: <Who name={profile?.name ?? ''} roleName={profile ? t(`roles.${profile.defaultRole}`) : ''} /> },
    { key: '/home', label: t('shell.backHome') },
    { key: '/person/personCenter', label: t('shell.personCenter') },
    ...(narrow ? [] : [{ key: 'keys', label: t('kit.keyMap') }]),
    ...(narrow
      ? [
          {
            key: 'language',
            label: t('shell.language'),
            children: languageItems.map(item => ({ ...item, disabled: item.key === language() })),
          },
        ]
      : []),
    ...(embedded ? [] : [{ type: 'divider' as const }, { key: 'logOut', label: t('shell.logOut') }]),
  ]
  const act: MenuProps['onClick'] = ({ key }) => {
    if (key === 'logOut') logOut()
    else if (key === 'keys') openPanel('keys')
    else if (key === 'zh' || key === 'en') void chooseLanguage(key)
    else goTo(key)
  }
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, onClick: act }}>
      <Button type="text" className="user-button" aria-label={t('shell.userMenu', { name: profile?.name ?? '' })} icon={<UserOutlined />}>
        {!narrow && (
          <>
            <span className="user-name">{profile?.name}</span>
            <DownOutlined className="tiny" />
          </>
        )}
      </Button>
    </Dropdown>
  )
}

function Who({ name, roleName }: { name: string; roleName: string }) {
  return (
    <span className="who">
      <strong>{name}</strong>
      <small>{roleName}</small>
    </span>
  )
}
