import { pageOf, type PageName } from '@forecourt/contract/start'
import { useMemo } from 'react'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useKeys, type Keys } from '../../kit/keys.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { useLatest } from '../../kit/use-latest.ts'
import { labelOf } from '../menu.ts'
import { useTabActs } from './tab-acts.ts'
import { openPanel } from './panels.ts'
import { goTo } from '../../kit/page/ways.ts'

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
  useKeys(everywhere, 'everywhere')
  useKeys(places, 'goTo')
  useKeys(tags, 'tags')
}
