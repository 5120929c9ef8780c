import { CloseOutlined, DownOutlined, PushpinFilled } from '@ant-design/icons'
import { Button, type MenuProps } from 'antd'
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { t } from '../../i18n/index.ts'
import { Dropdown } from '../../kit/popups.tsx'
import { closable, isPinned, move, useTabs, type Tab } from '../tabs.ts'
import { tabMenu, titleOf, useTabActs, type TabAct } from './tab-acts.ts'
import './tag-bar.css'

/** Scrolls the bar by itself: after `scrollIntoView`, Chromium 150 goes on from there with Tab, past the link to the content. */
function bring(bar: Element, tag: Element): void {
  const [around, place] = [bar.getBoundingClientRect(), tag.getBoundingClientRect()]
  if (place.left < around.left) bar.scrollLeft += place.left - around.left
  else if (place.right > around.right) bar.scrollLeft += place.right - around.right
}

/** The pages that are open, with a menu on each; in whatever order their user likes. @source spec 0 §2 "Layout" */
export function TagBar() {
  const { tabs, active } = useTabs()
  const { go, shut, act } = useTabActs()
  const bar = useRef<HTMLElement>(null)
  const [announced, setAnnounced] = useState('')
  const drag = useDrag(tabs)
  useEffect(() => {
    const front = bar.current?.querySelector('[data-front]')
    if (bar.current && front) bring(bar.current, front)
  }, [active, tabs.length])

  const focusOn = (place: number) => bar.current?.querySelectorAll<HTMLElement>('.tag-name')[place]?.focus()
  const press = (event: KeyboardEvent, tab: Tab, index: number) => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (event.key === 'Delete' && closable(tab)) {
      event.preventDefault()
      return void shut([tab.path]).then(gone => gone && focusOn(Math.min(index, useTabs.getState().tabs.length - 1)))
    }
    if (to === undefined || !tabs[to]) return
    event.preventDefault()
    if (!event.shiftKey) return focusOn(to)
    move(tab.path, to)
    const place = useTabs.getState().tabs.findIndex(({ path }) => path === tab.path)
    setAnnounced(t('shell.tagMoved', { page: titleOf(tab), place: place + 1, count: tabs.length }))
  }
  return (
    <div className="tag-row">
      <nav
        ref={bar}
        className="tag-bar"
        aria-label={t('shell.openPages')}
        onWheel={event => {
          event.currentTarget.scrollLeft += event.deltaY
        }}>
        {tabs.map((tab, index) => (
          <Dropdown
            key={tab.path}
            trigger={['contextMenu']}
            menu={{ items: tabMenu(tab, tabs), onClick: ({ key }) => act(tab, key as TabAct) }}>
            <div className="tag" data-front={tab.path === active || undefined} {...drag(tab, index)}>
              <TagName
                tab={tab}
                front={tab.path === active}
                onGo={() => go(tab)}
                onShut={() => void shut([tab.path])}
                onPress={event => press(event, tab, index)}
              />
            </div>
          </Dropdown>
        ))}
      </nav>
      <span role="status" className="visually-hidden">
        {announced}
      </span>
      <AllTags tabs={tabs} active={active} onGo={go} onAct={act} />
    </div>
  )
}

/** A tab that is dragged goes to the place where it is let go. */
function useDrag(tabs: readonly Tab[]) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<number>()
  const from = tabs.findIndex(({ path }) => path === dragged)
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return (tab: Tab, index: number) => ({
    draggable: tab.name !== 'home',
    'data-drop': dragged !== undefined && over === index && index !== from ? (index < from ? 'before' : 'after') : undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      setDragged(tab.path)
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return
      event.preventDefault()
      if (over !== index) setOver(index)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== undefined) move(dragged, index)
      end()
    },
    onDragEnd: end,
  })
}

interface TagNameProps {
  tab: Tab
  front: boolean
  onGo: () => void
  onShut: () => void
  onPress: (event: KeyboardEvent) => void
}

/** A press opens it, the middle button or Delete closes it, arrows lead to its neighbours, with Shift they move it. */
function TagName({ tab, front, onGo, onShut, onPress }: TagNameProps) {
  const middle = (event: MouseEvent) => event.button === 1
  return (
    <>
      <button
        type="button"
        className="tag-name"
        title={titleOf(tab)}
        aria-current={front ? 'page' : undefined}
        onClick={onGo}
        onKeyDown={onPress}
        onMouseDown={event => {
          if (middle(event)) event.preventDefault()
        }}
        onAuxClick={event => {
          if (middle(event) && closable(tab)) onShut()
        }}>
        {tab.unsaved && <i className="tag-unsaved" role="img" aria-label={t('shell.unsaved')} />}
        {isPinned(tab) && tab.name !== 'home' && <PushpinFilled className="tag-pin" aria-label={t('shell.pinned')} />}
        <span className="tag-text">{titleOf(tab)}</span>
      </button>
      {closable(tab) && (
        <button
          type="button"
          className="tag-close"
          tabIndex={-1}
          aria-label={t('shell.closePage', { page: titleOf(tab) })}
          onClick={onShut}>
          <CloseOutlined />
        </button>
      )}
    </>
  )
}

interface AllTagsProps {
  tabs: readonly Tab[]
  active: string
  onGo: (tab: Tab) => void
  onAct: (tab: Tab, act: TabAct) => void
}

/** All of them beneath each other, for when there are more than the bar is wide. */
function AllTags({ tabs, active, onGo, onAct }: AllTagsProps) {
  const front = tabs.find(({ path }) => path === active)
  const items: MenuProps['items'] = [
    ...tabs.map(tab => ({ key: tab.path, label: tab.unsaved ? t('shell.unsavedName', { page: titleOf(tab) }) : titleOf(tab) })),
    ...(front ? [{ type: 'divider' as const }, ...tabMenu(front, tabs).filter(item => /close|refresh/.test(String(item?.key)))] : []),
  ]
  const press = (key: string) => {
    const tab = tabs.find(({ path }) => path === key)
    if (tab) onGo(tab)
    else if (front) onAct(front, key as TabAct)
  }
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      classNames={{ root: 'all-tags' }}
      menu={{ items, selectable: true, selectedKeys: [active], onClick: ({ key }) => press(key) }}>
      <Button
        type="text"
        size="small"
        className="icon-button tag-all"
        aria-label={t('shell.allPages', { count: tabs.length })}
        icon={<DownOutlined />}
      />
    </Dropdown>
  )
}
