import { pageOf, type PageName } from '@forecourt/contract/start'
import { useEffect, useMemo, useRef } from 'react'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useKeys, useKeySets, type Keys } from '../../kit/keys.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { useLatest } from '../../kit/use-latest.ts'
import { labelOf } from '../menu.ts'
import { before, useTabs } from '../tabs.ts'
import { useTabActs } from './tab-acts.ts'
import { openPanel } from './panels.ts'
import { goTo } from '../../kit/page/history.ts'

/** `g` and a letter lead to the pages that are opened all day. */
const letters: Readonly<Record<string, PageName>> = {
  h: 'home',
  o: 'allQuery',
  p: 'transactions',
  s: 'classSettle',
  y: 'daySettle',
  f: 'deviceMge',
  c: 'cardQuery',
  d: 'userCardDetails',
  t: 'tankMge',
  n: 'nozzleMge',
  u: 'staffMge',
  a: 'auditLogs',
  m: 'personCenter',
}

/** What Esc closes by itself: a dialog, a menu, a list of choices. */
const closes = '[role=dialog], .ant-modal, .ant-dropdown, .ant-select-dropdown, .ant-picker-dropdown, .ant-popover'
const somethingOpen = () => [...document.querySelectorAll(closes)].some(each => each.checkVisibility())
/** The page in front puts something away by the same key. */
const putsAway = () => useKeySets.getState().sets.some(({ group, keys }) => group === 'list' && keys['Escape'])

/** From a record's page Esc leads back to where it was opened. */
function useBackKey(): void {
  const leads = useTabs(state => before(state) !== undefined)
  const open = useRef(false)
  useEffect(() => {
    // Looked at before anybody else hears the key: by the time it comes to us, what it closed has gone.
    const look = (event: KeyboardEvent) => {
      if (event.key === 'Escape') open.current = somethingOpen() || putsAway()
    }
    addEventListener('keydown', look, { capture: true })
    return () => removeEventListener('keydown', look, { capture: true })
  }, [])
  const keys = useMemo<Keys>(
    () => ({
      Escape: leads
        ? {
            label: t('keys.back'),
            press: () => {
              const to = before(useTabs.getState())
              if (to && !open.current) goTo(to)
            },
          }
        : undefined,
    }),
    [leads],
  )
  useKeys(keys, 'page')
}

/** The keys that work on every page. */
export function useShellKeys(onMenu: () => void): void {
  const profile = useSession(state => state.profile)
  const several = useSession(state => state.stationTotal > 1)
  const acts = useTabActs()
  const latest = useLatest({ acts, onMenu })

  const everywhere = useMemo<Keys>(
    () => ({
      '$mod+k': { label: t('commands.title'), press: () => openPanel('commands'), always: true },
      '?': { label: t('kit.keyMap'), press: () => openPanel('keys') },
      'Shift+?': { label: t('kit.keyMap'), press: () => openPanel('keys') },
      b: { label: t('keys.menu'), press: () => latest.current.onMenu() },
      'g i': several ? { label: t('stationChooser.title'), press: () => openPanel('stations') } : undefined,
    }),
    [latest, several],
  )
  const places = useMemo<Keys>(
    () =>
      Object.fromEntries(
        Object.entries(letters)
          .filter(([, name]) => mayOpen(name, profile))
          .map(([letter, name]) => [`g ${letter}`, { label: labelOf(pageOf(name)!), press: () => goTo(pageOf(name)!.path) }]),
      ),
    [profile],
  )
  const tags = useMemo<Keys>(
    () => ({
      ']': { label: t('keys.nextTag'), press: () => latest.current.acts.step(1) },
      '[': { label: t('keys.previousTag'), press: () => latest.current.acts.step(-1) },
      'Alt+KeyW': { label: t('keys.closeTag'), press: () => latest.current.acts.inFront('close') },
      'Alt+KeyR': { label: t('keys.refreshTag'), press: () => latest.current.acts.inFront('refresh') },
    }),
    [latest],
  )
  useBackKey()
  useKeys(everywhere, 'everywhere')
  useKeys(places, 'goTo')
  useKeys(tags, 'tags')
}
