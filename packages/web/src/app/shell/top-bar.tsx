import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SettingOutlined,
  SunOutlined,
  TranslationOutlined,
} from '@ant-design/icons'
import { pageOf, pages, type Page } from '@forecourt/contract'
import { App, Button, Dropdown, Tag, Tooltip } from 'antd'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { set } from '../../core/settings.ts'
import { language, t, type Language } from '../../i18n/index.ts'
import { matchPath } from '../../kit/page/address.ts'
import { useDark } from '../use-dark.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
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

interface IconButtonProps {
  label: string
  icon: ReactNode
  onPress: () => void
  expanded?: boolean
}
export function IconButton({ label, icon, onPress, expanded }: IconButtonProps) {
  return (
    <Tooltip title={label} mouseEnterDelay={0.5}>
      <Button type="text" className="icon-button" aria-label={label} aria-expanded={expanded} icon={icon} onClick={onPress} />
    </Tooltip>
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

/** Another language is another page: a word that it worked, then a reload. @source spec 0 §4 "Other" */
export function useChooseLanguage(): (wanted: Language) => void {
  const { message } = App.useApp()
  return wanted => {
    if (wanted === language()) return
    localStorage.setItem('smartLanguage', wanted)
    void message.success(t('shell.languageSwitched', { language: names[wanted] }), 1).then(() => location.reload())
  }
}
const names: Record<Language, string> = { zh: '\u4e2d\u6587', en: 'English' }
export const languageItems = (Object.keys(names) as Language[]).map(key => ({ key, label: <span lang={key}>{names[key]}</span> }))

export function LanguageSelect({ named = false }: { named?: boolean }) {
  const choose = useChooseLanguage()
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: languageItems, selectable: true, selectedKeys: [language()], onClick: ({ key }) => choose(key as Language) }}>
      <Button type="text" className="icon-button" aria-label={named ? undefined : t('shell.language')} icon={<TranslationOutlined />}>
        {named && names[language()]}
      </Button>
    </Dropdown>
  )
}
