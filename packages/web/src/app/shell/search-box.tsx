import { SearchOutlined } from '@ant-design/icons'
import { pageOf } from '@forecourt/contract'
import { useRouter } from '@tanstack/react-router'
import { Input, Modal, type InputRef } from 'antd'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { initials } from '../../core/initials.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { leavesOf, menuOf, type MenuLine } from '../menu.ts'

interface Entry {
  path: string
  label: string
  under: string
  keys: string
}

/** Every page of the menu, found by its name in either language or by the initials of its pinyin. */
function entriesOf(lines: readonly MenuLine[]): Entry[] {
  return lines.flatMap(top =>
    leavesOf([top]).map(leaf => {
      const page = pageOf(leaf.name)!
      return {
        path: leaf.path,
        label: leaf.label,
        under: top.lines ? top.label : '',
        keys: `${page.zh} ${page.en} ${initials(page.zh)}`.toLowerCase(),
      }
    }),
  )
}

export default function SearchDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      open
      onCancel={onClose}
      footer={null}
      closable={false}
      width={560}
      style={{ top: 88 }}
      className="menu-search"
      title={<span className="visually-hidden">{t('shell.search')}</span>}>
      <SearchBox onDone={onClose} />
    </Modal>
  )
}

function SearchBox({ onDone }: { onDone: () => void }) {
  const profile = useSession(state => state.profile)
  const { history } = useRouter()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const box = useRef<InputRef>(null)
  useEffect(() => {
    requestAnimationFrame(() => box.current?.focus())
  }, [])
  const entries = useMemo(() => entriesOf(menuOf(profile)), [profile])
  const wanted = typed.trim().toLowerCase()
  const found = entries.filter(({ keys }) => wanted.split(/\s+/).every(word => keys.includes(word)))
  const go = (entry: Entry | undefined) => {
    if (!entry) return
    onDone()
    history.push(entry.path)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt((at + step + found.length) % Math.max(found.length, 1))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(found[at])
  }
  return (
    <>
      <Input
        ref={box}
        size="large"
        variant="borderless"
        prefix={<SearchOutlined />}
        placeholder={t('shell.searchPlaceholder')}
        value={typed}
        role="combobox"
        aria-expanded
        aria-controls="menu-search-list"
        aria-label={t('shell.search')}
        aria-activedescendant={found[at] && `menu-search-${at}`}
        onKeyDown={press}
        onChange={event => {
          setTyped(event.target.value)
          setAt(0)
        }}
      />
      <Found entries={found} at={at} onPoint={setAt} onGo={go} />
      {found.length === 0 && <p className="menu-search-empty">{t('shell.searchEmpty', { typed })}</p>}
    </>
  )
}

interface FoundProps {
  entries: readonly Entry[]
  at: number
  onPoint: (index: number) => void
  onGo: (entry: Entry) => void
}

/** The focus stays in the box; arrows move through what was found. */
function Found({ entries, at, onPoint, onGo }: FoundProps) {
  return (
    <div id="menu-search-list" className="menu-search-list" role="listbox" aria-label={t('shell.search')}>
      {entries.map((entry, index) => (
        <button
          key={entry.path}
          type="button"
          id={`menu-search-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseMove={() => onPoint(index)}
          onClick={() => onGo(entry)}>
          <span>{entry.label}</span>
          <small>{entry.under}</small>
        </button>
      ))}
    </div>
  )
}
