import { CloseOutlined } from '@ant-design/icons'
import { pageOf, type Page } from '@forecourt/contract'
import { useRouter } from '@tanstack/react-router'
import { Dropdown, type MenuProps } from 'antd'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { labelOf } from '../menu.ts'
import { closable, close, useTabs, type Tab } from '../tabs.ts'

const titleOf = (tab: Tab) => tab.title ?? labelOf(pageOf(tab.name) as Page)

/** Going to tabs and closing them. What is half filled in asks before it goes. */
function useTabActs() {
  const { tabs } = useTabs()
  const { history } = useRouter()
  const confirm = useConfirm()
  const go = (tab: Tab | undefined) => {
    if (tab) history.push(tab.path + tab.query)
  }
  const shut = async (paths: readonly string[]) => {
    const unsaved = tabs.filter(tab => tab.unsaved && closable(tab) && paths.includes(tab.path))
    for (const tab of unsaved) {
      if (!(await confirm({ text: t('shell.unsavedAsk', { page: titleOf(tab) }), ok: t('shell.unsavedClose'), danger: true }))) return false
    }
    go(close(paths))
    return true
  }
  const act = async (tab: Tab, key: string) => {
    if (key === 'refresh') history.push(`/redirect${tab.path}${tab.query}`)
    else if (key === 'close') await shut([tab.path])
    else if (key === 'closeOthers') {
      if (await shut(tabs.filter(other => other !== tab).map(other => other.path))) go(tab)
    } else await shut(tabs.map(other => other.path))
  }
  return { go, shut, act }
}

/** The pages that are open, with a menu on each. @source spec 0 §2 "Layout" */
export function TagBar() {
  const { tabs, active } = useTabs()
  const { go, shut, act } = useTabActs()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not return.
    bar.current?.querySelector('[data-front]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active, tabs.length])
  const step = (event: KeyboardEvent, index: number) => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined || !tabs[to]) return
    event.preventDefault()
    bar.current?.querySelectorAll<HTMLElement>('.tag-name')[to]?.focus()
  }
  return (
    <nav
      ref={bar}
      className="tag-bar"
      aria-label={t('shell.openPages')}
      onWheel={event => {
        event.currentTarget.scrollLeft += event.deltaY
      }}>
      {tabs.map((tab, index) => (
        <Dropdown key={tab.path} trigger={['contextMenu']} menu={{ items: itemsOf(tab, tabs), onClick: ({ key }) => void act(tab, key) }}>
          <div className="tag" data-front={tab.path === active || undefined}>
            <TagName
              tab={tab}
              front={tab.path === active}
              onGo={() => go(tab)}
              onShut={() => void shut([tab.path])}
              onStep={event => step(event, index)}
            />
          </div>
        </Dropdown>
      ))}
    </nav>
  )
}

interface TagNameProps {
  tab: Tab
  front: boolean
  onGo: () => void
  onShut: () => void
  onStep: (event: KeyboardEvent) => void
}

/** A press opens it, the middle button closes it, arrows lead to its neighbours. */
function TagName({ tab, front, onGo, onShut, onStep }: TagNameProps) {
  const middle = (event: MouseEvent) => event.button === 1
  return (
    <>
      <button
        type="button"
        className="tag-name"
        aria-current={front ? 'page' : undefined}
        onClick={onGo}
        onKeyDown={onStep}
        onMouseDown={event => {
          if (middle(event)) event.preventDefault()
        }}
        onAuxClick={event => {
          if (middle(event) && closable(tab)) onShut()
        }}>
        {tab.unsaved && <i className="tag-unsaved" aria-label={t('shell.unsaved')} />}
        {titleOf(tab)}
      </button>
      {closable(tab) && (
        <button type="button" className="tag-close" aria-label={t('shell.closePage', { page: titleOf(tab) })} onClick={onShut}>
          <CloseOutlined />
        </button>
      )}
    </>
  )
}

const itemsOf = (tab: Tab, tabs: readonly Tab[]): MenuProps['items'] => [
  { key: 'refresh', label: t('shell.tagRefresh') },
  { key: 'close', label: t('shell.tagClose'), disabled: !closable(tab) },
  { key: 'closeOthers', label: t('shell.tagCloseOthers'), disabled: !tabs.some(other => other !== tab && closable(other)) },
  { key: 'closeAll', label: t('shell.tagCloseAll'), disabled: !tabs.some(closable) },
]
