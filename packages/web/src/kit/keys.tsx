import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { create } from 'zustand'
import { t } from '../i18n/index.ts'

export interface Key {
  press: () => void
  label: string
  /** Also while something is typed. */
  always?: boolean
}
/** By tinykeys' names: `/`, `n`, `$mod+Enter`, `g o`. */
export type Keys = Readonly<Record<string, Key | undefined>>

const useMap = create<{ sets: readonly Keys[] }>(() => ({ sets: [] }))

const pressed: ReadonlySet<string> = new Set(['checkbox', 'radio', 'button', 'submit'])
const typing = (target: EventTarget | null) =>
  target instanceof HTMLInputElement
    ? !pressed.has(target.type)
    : target instanceof HTMLElement && (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName))
const dialogOpen = () => [...document.querySelectorAll('[role=dialog],.ant-modal')].some(dialog => dialog.checkVisibility())

/** Keys that work while the component is on screen; the map that `?` shows lists them. Nothing is taken from someone who types. */
export function useKeys(keys: Keys): void {
  useEffect(() => {
    const bound = Object.entries(keys).flatMap(([name, key]) => (key ? [[name, key] as const] : []))
    useMap.setState(({ sets }) => ({ sets: [...sets, keys] }))
    const release = tinykeys(
      window,
      Object.fromEntries(
        bound.map(([name, key]) => [
          name,
          (event: KeyboardEvent) => {
            if (!key.always && (typing(event.target) || dialogOpen())) return
            event.preventDefault()
            key.press()
          },
        ]),
      ),
      { ignore: event => event.isComposing || event.repeat },
    )
    return () => {
      release()
      useMap.setState(({ sets }) => ({ sets: sets.filter(set => set !== keys) }))
    }
  }, [keys])
}

const shown: Record<string, string> = {
  $mod: /Mac/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
}
const names = (key: string) => key.split(/[+ ]/).map(part => shown[part] ?? part)

/** The map of keys, under `?`. Stands once in the shell. */
export function KeyMap() {
  const [open, setOpen] = useState(false)
  const sets = useMap(state => state.sets)
  const [own] = useState<Keys>(() => {
    const show = { press: () => setOpen(true), label: t('kit.keyMap') }
    return { '?': show, 'Shift+?': show }
  })
  useKeys(own)
  const entries = new Map([...sets.flatMap(Object.entries), ...general()] as [string, Key][])
  return (
    <Modal open={open} onCancel={() => setOpen(false)} footer={null} title={t('kit.keyMap')}>
      <dl className="k-keys">
        {[...entries]
          .filter(([name, key]) => key && name !== 'Shift+?')
          .map(([name, { label }]) => (
            <div key={name}>
              <dt>
                {names(name).map(part => (
                  <kbd key={part}>{part}</kbd>
                ))}
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
      </dl>
    </Modal>
  )
}

const general = (): [string, Pick<Key, 'label'>][] => [
  ['ArrowUp+ArrowDown', { label: t('kit.keyRows') }],
  ['Enter', { label: t('kit.keyOpen') }],
  ['Space', { label: t('kit.keySelect') }],
  ['$mod+Enter', { label: t('kit.keySubmit') }],
  ['Escape', { label: t('kit.keyBack') }],
]
