import {
  CreditCardOutlined,
  EnterOutlined,
  FileTextOutlined,
  HistoryOutlined,
  LoadingOutlined,
  SearchOutlined,
  ShopOutlined,
  ShoppingOutlined,
  TeamOutlined,
  ThunderboltOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Input, Modal, type InputRef } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Caps } from '../../kit/caps.tsx'
import type { Entry, EntryKind } from './command-entries.ts'
import { keepOpened } from './command-recent.ts'
import { useSections, type Section } from './command-sections.ts'
import './command-box.css'
import { goTo } from '../../kit/page/history.ts'

const icons: Record<EntryKind, ReactNode> = {
  recent: <HistoryOutlined />,
  page: <FileTextOutlined />,
  action: <ThunderboltOutlined />,
  station: <ShopOutlined />,
  member: <UserOutlined />,
  user: <TeamOutlined />,
  userCard: <CreditCardOutlined />,
  order: <ShoppingOutlined />,
}

/** One box for pages, acts, stations, members, cards and orders. The focus stays in it; arrows move through what was found. */
export default function CommandBox({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      open
      onCancel={onClose}
      footer={null}
      closable={false}
      width={640}
      style={{ top: '12vh' }}
      className="commands"
      title={<span className="visually-hidden">{t('commands.title')}</span>}>
      <Box onClose={onClose} />
    </Modal>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
/** A single step goes round and round, a leap stops at the end. */
const stepped = (from: number, step: number, count: number) =>
  Math.abs(step) === 1 ? (from + step + count) % Math.max(count, 1) : Math.max(0, Math.min(from + step, count - 1))

/** The box has the focus as soon as it stands. */
function useFocused() {
  const box = useRef<InputRef>(null)
  useEffect(() => {
    requestAnimationFrame(() => box.current?.focus())
  }, [])
  return box
}

function Box({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const box = useFocused()
  const { sections, busy } = useSections(typed, onClose)
  const entries = sections.flatMap(section => section.entries)
  const place = Math.min(at, Math.max(entries.length - 1, 0))
  const go = (entry: Entry | undefined, beside: boolean) => {
    if (!entry) return
    keepOpened(entry)
    if (entry.path && beside) return void window.open(entry.path, '_blank', 'noopener')
    onClose()
    if (entry.path) goTo(entry.path)
    // After the box has gone and the focus is back, since what is done may take it elsewhere.
    else setTimeout(() => entry.run?.(), 60)
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      setAt(stepped(place, step, entries.length))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      go(entries[place], event.ctrlKey || event.metaKey)
    }
  }
  const type = (text: string) => {
    setTyped(text)
    setAt(0)
  }
  return (
    <>
      <Input
        ref={box}
        size="large"
        variant="borderless"
        prefix={busy ? <LoadingOutlined /> : <SearchOutlined />}
        placeholder={t('commands.placeholder')}
        value={typed}
        maxLength={60}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls="commands-list"
        aria-label={t('commands.title')}
        aria-activedescendant={entries[place] && `command-${place}`}
        onKeyDown={press}
        onChange={event => type(event.target.value)}
      />
      <Found sections={sections} busy={busy} place={place} onPoint={setAt} onGo={go} />
      <p className="commands-empty" role="status">
        {entries.length === 0 && !busy && t('commands.nothing', { typed })}
      </p>
      <Foot />
    </>
  )
}

interface FoundProps {
  sections: readonly Section[]
  busy: boolean
  place: number
  onPoint: (place: number) => void
  onGo: (entry: Entry, beside: boolean) => void
}

function Found({ sections, busy, place, onPoint, onGo }: FoundProps) {
  const entries = sections.flatMap(section => section.entries)
  return (
    <div id="commands-list" className="commands-list" role="listbox" aria-label={t('commands.title')} aria-busy={busy}>
      {sections.map(({ kind, entries: found }) => (
        <div key={kind} role="group" aria-label={t(`commands.${kind}`)}>
          <h3 aria-hidden="true">{t(`commands.${kind}`)}</h3>
          {found.map(entry => {
            const index = entries.indexOf(entry)
            return (
              <Line
                key={entry.id}
                entry={entry}
                index={index}
                chosen={index === place}
                onPoint={() => onPoint(index)}
                onGo={beside => onGo(entry, beside)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface LineProps {
  entry: Entry
  index: number
  chosen: boolean
  onPoint: () => void
  onGo: (beside: boolean) => void
}

function Line({ entry, index, chosen, onPoint, onGo }: LineProps) {
  const line = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (chosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <button
      ref={line}
      type="button"
      id={`command-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onMouseMove={chosen ? undefined : onPoint}
      onClick={event => onGo(event.ctrlKey || event.metaKey)}>
      <span className="commands-icon" aria-hidden="true">
        {icons[entry.kind]}
      </span>
      <span className="commands-name">{entry.label}</span>
      {entry.note && <small>{entry.note}</small>}
      {entry.key && <Caps name={entry.key} />}
    </button>
  )
}

/** What the keys do here, for who has not met the box before. */
const Foot = () => (
  <footer className="commands-foot" aria-hidden="true">
    <span>
      <kbd>↑</kbd>
      <kbd>↓</kbd>
      {t('commands.choose')}
    </span>
    <span>
      <kbd>
        <EnterOutlined />
      </kbd>
      {t('commands.open')}
    </span>
    <span>
      <Caps name="$mod+Enter" />
      {t('commands.beside')}
    </span>
    <span>
      <kbd>Esc</kbd>
      {t('shell.close')}
    </span>
  </footer>
)
