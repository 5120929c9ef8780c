import { pageOf, pages } from '@forecourt/contract/start'
import { useMemo, useState } from 'react'
import { set } from '../../core/settings.ts'
import { useSession } from '../../core/session.ts'
import { language, t } from '../../i18n/index.ts'
import { useKeySets, type KeySet } from '../../kit/keys.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { matchPath } from '../../kit/page/address.ts'
import { useLatest } from '../../kit/use-latest.ts'
import { labelOf, menuOf } from '../menu.ts'
import { useDark } from '../../kit/dark.ts'
import { fitting, pageEntries, type Entry, type EntryKind } from './command-entries.ts'
import { useFound, useStations } from './command-found.ts'
import { verbEntries } from './command-verbs.ts'
import { recentEntries } from './command-recent.ts'
import { useFullScreen } from './full-screen.ts'
import { chooseLanguage } from './language-select.tsx'
import { openPanel } from './panels.ts'
import { useLogOut } from './user-menu.tsx'
import { useSwitchStation } from './use-switch-station.tsx'

export interface Section {
  readonly kind: EntryKind
  readonly entries: readonly Entry[]
}
/** The most of each kind that are shown while something is typed. */
const most: Record<EntryKind, number> = { recent: 4, page: 8, action: 6, station: 5, member: 5, user: 5, userCard: 5, order: 5 }

/** What the box shows, kind by kind. Anyone who types a number means what bears it; of words, pages and acts come before people. */
export function useSections(typed: string, onClose: () => void): { sections: Section[]; busy: boolean } {
  const profile = useSession(state => state.profile)
  const shown = useMemo(() => pageEntries(menuOf(profile)), [profile])
  const [recents] = useState(() => recentEntries().filter(({ path }) => mayBeOpened(path, profile)))
  const actions = useActions()
  const verbs = useMemo(() => verbEntries(profile), [profile])
  const switchTo = useSwitchStation(onClose)
  const others = useStations(typed)
  const latest = useLatest(switchTo)
  const stationEntries = useMemo(
    () =>
      others.map(station => ({
        id: `station:${station.id}`,
        kind: 'station' as const,
        label: station.name,
        note: station.company.name,
        run: () => latest.current(station),
      })),
    [others, latest],
  )
  const found = useFound(typed)
  const something = typed.trim() !== ''
  const of = (kind: EntryKind, entries: readonly Entry[]): Section => ({ kind, entries: fitting(entries, typed, most[kind]) })
  const ofServer = (...kinds: EntryKind[]): Section[] =>
    kinds.map(kind => ({ kind, entries: found.entries.filter(entry => entry.kind === kind) }))
  const sections = something
    ? [
        ...(/\d/.test(typed) ? ofServer('userCard', 'member', 'user', 'order') : []),
        of('page', shown),
        of('action', [...actions, ...verbs]),
        of('station', stationEntries),
        ...(/\d/.test(typed) ? [] : ofServer('member', 'user')),
      ]
    : [
        { kind: 'recent' as const, entries: recents },
        of(
          'page',
          shown.filter(({ id }) => !recents.some(recent => recent.id === id)),
        ),
        of('action', actions),
      ]
  return { sections: sections.filter(({ entries }) => entries.length > 0), busy: found.busy }
}

function mayBeOpened(path: string | undefined, profile: Parameters<typeof mayOpen>[1]): boolean {
  const match = path && matchPath(path.split('?')[0]!, pages)
  return match ? mayOpen(match.name, profile) : false
}

/** What the page in front can do by a key, and what the shell can do anywhere. */
function useActions(): Entry[] {
  const [sets] = useState(() => useKeySets.getState().sets)
  const dark = useDark()
  const logOut = useLogOut()
  const profile = useSession(state => state.profile)
  const several = useSession(state => state.stationTotal > 1)
  const embedded = useSession(state => state.embedded)
  const { toggle } = useFullScreen()
  const own = (id: string, label: string, run: () => void, also = ''): Entry => ({ id: `action:${id}`, kind: 'action', label, run, also })
  const other = language() === 'zh' ? 'en' : 'zh'
  const centre = pageOf('personCenter')!
  return [
    ...keyed(sets),
    ...(several ? [own('stations', t('stationChooser.title'), () => openPanel('stations'), t('commands.alsoStation'))] : []),
    own('dark', t(dark ? 'shell.light' : 'shell.dark'), () => set({ mode: dark ? 'light' : 'dark' }), t('commands.alsoDark')),
    own('language', t(`commands.language_${other}`), () => void chooseLanguage(other), 'language yuyan'),
    own('fullScreen', t('shell.fullScreen'), toggle),
    own('settings', t('settings.title'), () => openPanel('settings'), t('commands.alsoSettings')),
    own('keys', t('kit.keyMap'), () => openPanel('keys')),
    ...(mayOpen(centre.name, profile) ? [{ ...own('centre', labelOf(centre), () => undefined), path: centre.path }] : []),
    ...(embedded ? [] : [own('logOut', t('shell.logOut'), logOut)]),
  ]
}

/** Keys of the page in front and of its tab. */
const keyed = (sets: readonly KeySet[]): Entry[] =>
  sets
    .filter(({ group }) => group === 'page' || group === 'list' || group === 'tags')
    .flatMap(({ keys }) => Object.entries(keys))
    .flatMap(([name, key]) => (key ? [{ id: `key:${name}`, kind: 'action' as const, label: key.label, key: name, run: key.press }] : []))
