import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SettingOutlined,
  SunOutlined,
} from '@ant-design/icons'
import { pageOf, pages, type Page } from '@forecourt/contract'
import { App, Tag, Tooltip } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { set } from '../../core/settings.ts'
import { t } from '../../i18n/index.ts'
import { matchPath } from '../../kit/page/address.ts'
import { useDark } from '../use-dark.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { IconButton } from './icon-button.tsx'
import { LanguageSelect } from './language-select.tsx'
import { MenuSearch } from './menu-search.tsx'
import { StationSwitcher } from './station-switcher.tsx'
import { UserMenu } from './user-menu.tsx'

const SettingsPanel = lazy(() => import('./settings-panel.tsx'))

interface Props {
  path: string
  narrow: boolean
  menuOpen: boolean
  onMenu: () => void
}

export function TopBar({ path, narrow, menuOpen, onMenu }: Props) {
  return (
    <header className="top-bar">
      {!narrow && (
        <IconButton
          label={t(menuOpen ? 'shell.foldMenu' : 'shell.unfoldMenu')}
          onPress={onMenu}
          expanded={menuOpen}
          icon={menuOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        />
      )}
      {!narrow && <Breadcrumbs path={path} />}
      <div className="top-bar-right">
        {!narrow && <CompanyLevel path={path} />}
        <StationSwitcher />
        <MenuSearch narrow={narrow} />
        {!narrow && <FullScreen />}
        {!narrow && <DarkSwitch />}
        {!narrow && <LanguageSelect />}
        <SettingsButton />
        <UserMenu narrow={narrow} />
      </div>
    </header>
  )
}

/** Says that what is shown does not depend on the station chosen beside it. @source spec 0 §2 "Route flags" */
function CompanyLevel({ path }: { path: string }) {
  const match = matchPath(path, pages)
  if (!match || (pageOf(match.name) as Page).level !== 'company') return null
  return (
    <Tooltip title={t('shell.companyLevelHelp')}>
      <Tag className="company-level" tabIndex={0}>
        {t('shell.companyLevel')}
      </Tag>
    </Tooltip>
  )
}

function FullScreen() {
  const { message } = App.useApp()
  const [full, setFull] = useState(false)
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  const toggle = () => {
    if (!document.fullscreenEnabled) return void message.warning(t('shell.noFullScreen'))
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  }
  return (
    <IconButton
      label={t(full ? 'shell.leaveFullScreen' : 'shell.fullScreen')}
      onPress={toggle}
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    />
  )
}

function DarkSwitch() {
  const dark = useDark()
  return (
    <IconButton
      label={t(dark ? 'shell.light' : 'shell.dark')}
      onPress={() => set({ mode: dark ? 'light' : 'dark' })}
      icon={dark ? <SunOutlined /> : <MoonOutlined />}
    />
  )
}

function SettingsButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('settings.title')} icon={<SettingOutlined />} onPress={() => setOpen(true)} />
      {open && (
        <Suspense fallback={null}>
          <SettingsPanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
