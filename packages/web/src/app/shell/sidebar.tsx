import { pageOf, pages, type Page } from '@forecourt/contract/start'
import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import { build } from '../../core/version.ts'
import { useSession, type Profile } from '../../core/session.ts'
import { useSettings } from '../../core/settings.ts'
import { language, t } from '../../i18n/index.ts'
import { matchPath } from '../../kit/page/address.ts'
import { Link } from '../../kit/page/link.tsx'
import { goTo } from '../../kit/page/history.ts'
import { firstOf, menuOf, type MenuLine } from '../menu.ts'
import { useTabs } from '../tabs.ts'
import { later, laterDialog, WhileLoading } from '../../kit/later.tsx'
import { soonInstead } from '../../kit/soon.tsx'
import { StillMenu } from './still-menu.tsx'

/** Loaded where a company has a logo. */
const StoredPicture = later(
  async () => ({ default: (await import('../../kit/picture/stored-picture.tsx')).StoredPicture }),
  () => <Mark />,
)
const MenuDrawer = laterDialog(() => import('./menu-drawer.tsx'))

/** The library's own menu comes once the page is quiet. */
const Menu = soonInstead(() => import('./side-menu.tsx'), StillMenu)

/** The names from the top of the menu down to the entry that stands for a page; a hidden page lights its parent's. */
export function trailOf(path: string, lines: readonly MenuLine[]): string[] {
  const match = matchPath(path, pages)
  const page = match && (pageOf(match.name) as Page)
  const name = page?.hidden ? page.parent : page?.name
  const find = (entries: readonly MenuLine[]): string[] | undefined => {
    for (const entry of entries) {
      if (entry.name === name && !entry.lines) return [entry.name]
      const below = entry.lines && find(entry.lines)
      if (below) return [entry.name, ...below]
    }
    return undefined
  }
  return find(lines) ?? []
}

/** Opening a section leads to its default page, unless the user navigates before. @source spec 0 §9 "menu-open redirect" */
export const redirectAfterMs = 400

/** Leads to a section's default page a moment after it was unfolded; any key, and the mouse among its pages, calls it off. */
function useDefaultPage(path: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => cancel, [path])
  const later = (section: string, profile: Profile | undefined) => {
    cancel()
    const target = firstOf(section, profile)
    const match = matchPath(path, pages)
    const unsaved = useTabs.getState().tabs.some(tab => tab.path === path && tab.unsaved)
    if (target && !unsaved && pageOf(match?.name ?? '')?.section !== section)
      timer.current = setTimeout(() => goTo(target), redirectAfterMs)
  }
  return { later, cancel }
}

/** The menu of what the user may open, one section unfolded at a time. Below 992 px it is a drawer. */
export function Sidebar({ path, open, narrow, onClose }: { path: string; open: boolean; narrow: boolean; onClose: () => void }) {
  if (!narrow)
    return (
      <aside className="sidebar" data-open={open || undefined}>
        <SidebarBody path={path} open={open} leads />
      </aside>
    )
  return (
    open && (
      <MenuDrawer onClose={onClose}>
        <SidebarBody path={path} open onGo={onClose} />
      </MenuDrawer>
    )
  )
}

interface BodyProps {
  path: string
  open: boolean
  /** Unfolding a section opens its default page. On a phone the menu would be gone before one has chosen. */
  leads?: boolean
  onGo?: () => void
}

function SidebarBody({ path, open, leads = false, onGo }: BodyProps) {
  const profile = useSession(state => state.profile)
  const showLogo = useSettings(state => state.showLogo)
  const lines = useMemo(() => menuOf(profile), [profile])
  const trail = useMemo(() => trailOf(path, lines), [path, lines])
  const { later, cancel } = useDefaultPage(path)
  const [unfolded, setUnfolded] = useState<string[]>(trail.slice(0, -1))
  useEffect(() => {
    // A group of the same section that its reader has unfolded meanwhile stays open.
    if (trail.length > 1) setUnfolded(now => (now[0] === trail[0] ? [...new Set([...trail.slice(0, -1), ...now])] : trail.slice(0, -1)))
  }, [trail])

  /** Opening one section folds the others; a group within the open section may stand open beside it. */
  const unfold = (keys: string[]) => {
    const latest = keys.find(key => !unfolded.includes(key))
    const section = lines.find(line => line.name === latest)
    setUnfolded(section ? [section.name] : keys)
    if (section && leads) later(section.name, profile)
    else cancel()
  }
  const overPages = (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest('.ant-menu-sub')) cancel()
  }
  const byName = (name: string) => {
    const found = flat(lines).find(line => line.name === name)
    if (found) goTo(found.path)
    onGo?.()
  }
  return (
    <>
      {showLogo && (
        <Link to="/home" className="brand" aria-label={t('product')}>
          <CompanyMark open={open} />
        </Link>
      )}
      <nav aria-label={t('shell.menu')} className="sidebar-nav" onKeyDown={cancel} onMouseMove={overPages}>
        <Menu
          lines={lines}
          trail={trail}
          open={open}
          unfolded={unfolded}
          onUnfold={unfold}
          onChosen={(name, { target }) => {
            if ((target as HTMLElement).tagName !== 'A') byName(name)
            else onGo?.()
          }}
        />
      </nav>
      {open && (
        <footer className="sidebar-foot">
          <Link to="/aboutUs/version" title={build}>
            {t('shell.version', { version: build })}
          </Link>
          {window.forecourt?.filingNumber && <span lang={language()}>{window.forecourt.filingNumber}</span>}
        </footer>
      )}
    </>
  )
}

/** The company’s own logo where it has one: the long one beside the open menu, the square one beside the folded. */
function CompanyMark({ open }: { open: boolean }) {
  // Anyone who works for several companies sees the one whose station was chosen; one's own is read anew when its logos change.
  const company = useSession(({ atStation, profile }) =>
    atStation && atStation.company.id !== profile?.company.id ? atStation.company : profile?.company,
  )
  const id = open ? company?.bigLogoId : company?.smallLogoId
  const ours = (
    <>
      <Mark />
      {open && <span>{t('product')}</span>}
    </>
  )
  if (!id) return ours
  return (
    <WhileLoading show={<span className="brand-logo" />}>
      <StoredPicture id={id} alt="" className="brand-logo" fallback={ours} />
    </WhileLoading>
  )
}

const flat = (lines: readonly MenuLine[]): MenuLine[] => lines.flatMap(line => [line, ...flat(line.lines ?? [])])

/** The pump, our mark. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--ant-color-primary)" />
      <path
        d="M8 25V9a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v16M6.5 25h14M10.5 10.5h6v4.5h-6zM19 16h1.5a2 2 0 0 1 2 2v3a1.5 1.5 0 0 0 3 0v-8l-3-3"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
