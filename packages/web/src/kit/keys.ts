import { useEffect } from 'react'
import { tinykeys } from 'tinykeys'
import { create } from 'zustand'
import { useSettings } from '../core/settings.ts'

/** Where a key works; the map lists them in this order. */
export const keyGroups = ['everywhere', 'goTo', 'tags', 'page', 'list'] as const
export type KeyGroup = (typeof keyGroups)[number]

export interface Key {
  press: () => void
  label: string
  /** Also while something is typed, and over a dialog. */
  always?: boolean
  /** Held down it acts again and again. */
  repeats?: boolean
  /** Only while no control has the focus, which has the key itself: Enter on a button presses that button. */
  unfocused?: boolean
}
/** By tinykeys' names: `/`, `n`, `$mod+Enter`, `g o`. */
export type Keys = Readonly<Record<string, Key | undefined>>
export interface KeySet {
  readonly group: KeyGroup
  readonly keys: Keys
}

/** Every key that works at this moment: the map and the command box are read from here. */
export const useKeySets = create<{ sets: readonly KeySet[] }>(() => ({ sets: [] }))

const pressed: ReadonlySet<string> = new Set(['checkbox', 'radio', 'button', 'submit'])
const typing = (target: EventTarget | null) =>
  target instanceof HTMLInputElement
    ? !pressed.has(target.type)
    : target instanceof HTMLElement && (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName))
const dialogOpen = () => [...document.querySelectorAll('[role=dialog],.ant-modal')].some(dialog => dialog.checkVisibility())

const hasFocus = () => document.activeElement?.matches('a[href], button, input, select, textarea, summary, [tabindex]') ?? false

/** A key of one character may be triggered by speech input: it can be switched off. @source WCAG 2.1.4 */
const isPlain = (name: string) => !/\$mod|Control|Alt|Meta/.test(name)

/** Keys that work while the component is on screen. Nothing is taken from someone who types. The keys must be a stable object. */
export function useKeys(keys: Keys, group: KeyGroup = 'page'): void {
  useEffect(() => {
    const set: KeySet = { group, keys }
    useKeySets.setState(({ sets }) => ({ sets: [...sets, set] }))
    const bound = Object.entries(keys).flatMap(([name, key]) => (key ? [[name, key] as const] : []))
    const release = tinykeys(
      window,
      Object.fromEntries(
        bound.map(([name, key]) => [
          name,
          (event: KeyboardEvent) => {
            if (!key.always && (typing(event.target) || dialogOpen())) return
            if (event.repeat && !key.repeats) return
            if (key.unfocused && hasFocus()) return
            if (isPlain(name) && !useSettings.getState().plainKeys) return
            event.preventDefault()
            key.press()
          },
        ]),
      ),
      { ignore: event => event.isComposing },
    )
    return () => {
      release()
      useKeySets.setState(({ sets }) => ({ sets: sets.filter(other => other !== set) }))
    }
  }, [keys, group])
}

const isMac = /Mac/.test(globalThis.navigator?.platform ?? '')
const shown: Record<string, string> = {
  $mod: isMac ? '⌘' : 'Ctrl',
  Alt: isMac ? '⌥' : 'Alt',
  Shift: isMac ? '⇧' : 'Shift',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
}
/** What stands on the keys: `$mod+k` → Ctrl, K; `g o` → G, O, one after the other. */
export const capsOf = (name: string): string[] =>
  name.split(/[+ ]/).map(part => shown[part] ?? part.replace(/^Key/, '').replace(/^[a-z]$/, letter => letter.toUpperCase()))
