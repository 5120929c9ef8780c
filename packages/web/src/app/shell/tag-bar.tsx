import { CloseOutlined } from '@ant-design/icons'
import { pageOf, type Page } from '@forecourt/contract'
import { useRouter } from '@tanstack/react-router'
import { Dropdown, type MenuProps } from 'antd'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { labelOf } from '../menu.ts'
import { closable, close, useTabs, type Tab } from '../tabs.ts'

const titleOf = (tab: Tab) => tab.title ?? labelOf(pageOf(tab.name) as Page)

/** The pages that are open, with a menu on each. @source spec 0 §2 "Layout" */
export function TagBar() {
  const { tabs, active } = useTabs()
  const { history } = useRouter()
  const confirm = useConfirm()
  const front = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not return.
    front.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active, tabs.length])

  const go = (tab: Tab | undefined) => {
    if (tab) history.push(tab.path + tab.query)
  }
  /** What is half filled in asks before it goes. */
  const shut = async (paths: readonly string[]) => {
    const unsaved = tabs.filter(tab => tab.unsaved && closable(tab) && paths.includes(tab.path))
    for (const tab of unsaved) {
      if (!(await confirm({ text: t('shell.unsavedAsk', { page: titleOf(tab) }), ok: t('shell.unsavedClose'), danger: true }))) return false
    }
    go(close(paths))
    return true
  }
  const others = (tab: Tab) => tabs.filter(other => other !== tab).map(other => other.path)
  const act = async (tab: Tab, key: string) => {
    if (key === 'refresh') history.push(`/redirect${tab.path}${tab.query}`)
    else if (key === 'close') await shut([tab.path])
    else if (key === 'closeOthers') {
      if (await shut(others(tab))) go(tab)
    } else await shut(tabs.map(other => other.path))
  }
  const step = (event: KeyboardEvent, index: number) => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined || !tabs[to]) return
    event.preventDefault()
    ;(event.currentTarget.parentElement?.children[to] as HTMLElement | undefined)?.querySelector('button')?.focus()
  }
  return (
    <nav
      className="tag-bar"
      aria-label={t('shell.openPages')}
      onWheel={event => {
        event.currentTarget.scrollLeft += event.deltaY
      }}>
      {tabs.map((tab, index) => (
        <Dropdown key={tab.path} trigger={['contextMenu']} menu={{ items: itemsOf(tab, tabs), onClick: ({ key }) => void act(tab, key) }}>
          <div
            className="tag"
            ref={tab.path === active ? front : undefined}
            data-front={tab.path === active || undefined}
            onKeyDown={event => step(event, index)}
            onMouseDown={event => {
              if (event.button === 1) event.preventDefault()
            }}
            onAuxClick={event => {
              if (event.button === 1 && closable(tab)) void shut([tab.path])
            }}>
            <button type="button" className="tag-name" aria-current={tab.path === active ? 'page' : undefined} onClick={() => go(tab)}>
              {tab.unsaved && <i className="tag-unsaved" aria-label={t('shell.unsaved')} />}
              {titleOf(tab)}
            </button>
            {closable(tab) && (
              <button
                type="button"
                className="tag-close"
                aria-label={t('shell.closePage', { page: titleOf(tab) })}
                onClick={() => void shut([tab.path])}>
                <CloseOutlined />
              </button>
            )}
          </div>
        </Dropdown>
      ))}
    </nav>
  )
}

const itemsOf = (tab: Tab, tabs: readonly Tab[]): MenuProps['items'] => [
  { key: 'refresh', label: t('shell.tagRefresh') },
  { key: 'close', label: t('shell.tagClose'), disabled: !closable(tab) },
  { key: 'closeOthers', label: t('shell.tagCloseOthers'), disabled: !tabs.some(other => other !== tab && closable(other)) },
  { key: 'closeAll', label: t('shell.tagCloseAll'), disabled: !tabs.some(closable) },
]
