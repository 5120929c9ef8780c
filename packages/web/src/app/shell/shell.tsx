import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { whenQuiet } from '../../core/quiet.ts'
import { sidebarOpen, keepSidebar, useSettings } from '../../core/settings.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { moveBy } from '../../kit/move-station.ts'
import type { HistoryLocation } from '../../kit/page/history.ts'
import { KeepAlive } from '../../kit/page/keep-alive.tsx'
import { useNarrow } from '../../kit/media.ts'
import { t } from '../../i18n/index.ts'
import { useNavigation } from '../navigation-guard.ts'
import { PageFrame } from '../page-frame.tsx'
import '../record-pages.ts'
import '../record-parts.ts'
import { useTabs, visit } from '../tabs.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Notices } from './notices.tsx'
import { OpenPanel } from './open-panel.tsx'
import { ProgressBar } from './progress.tsx'
import { useServiceReminder } from './service-reminder.ts'
import { useShellKeys } from './shell-keys.ts'
import { Sidebar } from './sidebar.tsx'
import { TagBar } from './tag-bar.tsx'
import { TopBar } from './top-bar.tsx'
import './shell.css'
import './bars.css'
import './panels.css'

/** The layout: menu, top bar, tags, and the pages that are open. */
export function Shell({ at: { pathname, query } }: { at: HistoryLocation }) {
  const busy = useNavigation(({ waiting }) => waiting)
  const narrow = useNarrow()
  const { tagBar, fixedHeader } = useSettings()
  const [open, setOpen] = useState(sidebarOpen)
  const [drawer, setDrawer] = useState(false)
  const { tabs, active } = useTabs()

  useMoves()
  useServiceReminder()
  useLeaveGuard()
  useLive()
  useEffect(() => visit(pathname, query), [pathname, query])
  useEffect(() => setDrawer(false), [pathname])
  const content = useFocusOnArrival(active)
  const toggle = () => {
    if (narrow) return setDrawer(!drawer)
    keepSidebar(!open)
    setOpen(!open)
  }
  useShellKeys(toggle)

  return (
    <div className="shell" data-narrow={narrow || undefined} data-fixed={fixedHeader || undefined}>
      <a
        className="skip"
        href="#content"
        onClick={event => {
          event.preventDefault()
          content.current?.focus()
        }}>
        {t('shell.skip')}
      </a>
      <Sidebar path={active} open={narrow ? drawer : open} narrow={narrow} onClose={() => setDrawer(false)} />
      <div className="shell-main">
        <TopBar path={active} narrow={narrow} menuOpen={narrow ? drawer : open} onMenu={toggle} />
        {tagBar && !narrow && <TagBar />}
        <Notices />
        <main id="content" ref={content} tabIndex={-1} aria-label={t('shell.content')}>
          <ProgressBar busy={busy} />
          <KeepAlive
            kept={tabs}
            front={active}
            draw={tab => (
              <div className="pane">
                <PageFrame tab={tab} visible={tab.path === active} />
              </div>
            )}
          />
        </main>
        <OpenPanel />
        {narrow && <BottomBar path={active} onMenu={() => setDrawer(true)} />}
      </div>
    </div>
  )
}

/** Pages hear of their station from the moment on at which they are on screen. */
function useLive() {
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    void whenQuiet()
      .then(() => import('../../core/live/channel.ts'))
      .then(({ startLive }) => {
        if (!gone) stop = startLive()
      })
      // The page is as it was read; a new version, or the next visit, brings it.
      .catch(() => undefined)
    return () => {
      gone = true
      stop?.()
    }
  }, [])
}

/** Pages ask here to work in another station. */
function useMoves() {
  const queries = useQueryClient()
  useEffect(
    () =>
      moveBy(
        (station, open) =>
          void import('./use-switch-station.tsx').then(({ askToMove }) => askToMove(queries, station, { open }), toast.failed),
      ),
    [queries],
  )
}

/** A reader's place moves with the page: on arrival the content has the focus, unless the page has taken it itself. */
function useFocusOnArrival(active: string) {
  const content = useRef<HTMLElement>(null)
  const before = useRef('')
  useEffect(() => {
    if (before.current && before.current !== active && !content.current?.contains(document.activeElement))
      content.current?.focus({ preventScroll: true })
    before.current = active
  }, [active])
  return content
}

/** The browser asks before a window with unsaved work is closed or loaded anew. */
function useLeaveGuard() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (useTabs.getState().tabs.some(tab => tab.unsaved)) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
}
