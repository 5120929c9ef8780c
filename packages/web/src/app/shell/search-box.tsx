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
    <div onKeyDown={press}>
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
        onChange={event => {
          setTyped(event.target.value)
          setAt(0)
        }}
      />
      <ul id="menu-search-list" role="listbox" aria-label={t('shell.search')}>
        {found.map((entry, index) => (
          <li
            key={entry.path}
            id={`menu-search-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseMove={() => setAt(index)}
            onClick={() => go(entry)}>
            <span>{entry.label}</span>
            <small>{entry.under}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="menu-search-empty">{t('shell.searchEmpty', { typed })}</p>}
    </div>
  )
}
