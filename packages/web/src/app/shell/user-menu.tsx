import { DownOutlined, UserOutlined } from '@ant-design/icons'
import { useRouter } from '@tanstack/react-router'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useSession } from '../../core/session.ts'
import { language, t } from '../../i18n/index.ts'
import { logOut } from '../session/log-out.ts'
import { languageItems, useChooseLanguage } from './language-select.tsx'

export function UserMenu({ narrow }: { narrow: boolean }) {
  const profile = useSession(state => state.profile)
  const embedded = useSession(state => state.embedded)
  const chooseLanguage = useChooseLanguage()
  const { history } = useRouter()
  const items: MenuProps['items'] = [
    { key: 'who', type: 'group', label: <Who name={profile?.name ?? ''} roleName={profile ? t(`roles.${profile.defaultRole}`) : ''} /> },
    { key: '/home', label: t('shell.backHome') },
    { key: '/person/personCenter', label: t('shell.personCenter') },
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
    if (key === 'logOut') void logOut()
    else if (key === 'zh' || key === 'en') chooseLanguage(key)
    else history.push(key)
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
