import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  FundProjectionScreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SettingOutlined,
  SunOutlined,
} from '@ant-design/icons'
import { pageOf, pages, type Page } from '@forecourt/contract/start'
import { useSession } from '../../core/session.ts'
import { set } from '../../core/settings.ts'
import { t } from '../../i18n/index.ts'
import { useMayOpen } from '../../kit/page/access.ts'
import { matchPath } from '../../kit/page/address.ts'
import { Tooltip } from '../../kit/popups.tsx'
import { labelOf } from '../menu.ts'
import { useDark } from '../../kit/dark.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { offersDataScreen } from './data-screen.ts'
import { useFullScreen } from './full-screen.ts'
import { IconButton } from './icon-button.tsx'
import { LanguageSelect } from './language-select.tsx'
import { LiveMark } from './live-mark.tsx'
import { CommandOpener } from './command-opener.tsx'
import { openPanel } from './panels.ts'
import { StationSwitcher } from './station-switcher.tsx'
import { UserMenu } from './user-menu.tsx'

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
        <LiveMark />
        <CommandOpener narrow={narrow} />
        {!narrow && <DataScreen />}
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
      <span className="company-level" tabIndex={0}>
        {t('shell.companyLevel')}
      </span>
    </Tooltip>
  )
}

function FullScreen() {
  const { full, toggle } = useFullScreen()
  return (
    <IconButton
      label={t(full ? 'shell.leaveFullScreen' : 'shell.fullScreen')}
      onPress={toggle}
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    />
  )
}

/** Leads to the data screen, in a window of its own, where there is one and the deployment has not switched it off. @source spec 0 §6 */
function DataScreen() {
  const may = useMayOpen()
  const page = pageOf('dataScreen')
  const role = useSession(({ profile }) => profile?.defaultRole)
  if (!page || !offersDataScreen(role, window.forecourt?.dataScreen) || !may(page.name)) return null
  return (
    <IconButton
      label={labelOf(page)}
      onPress={() => void window.open(page.path, '_blank', 'noopener')}
      icon={<FundProjectionScreenOutlined />}
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

const SettingsButton = () => <IconButton label={t('settings.title')} icon={<SettingOutlined />} onPress={() => openPanel('settings')} />
