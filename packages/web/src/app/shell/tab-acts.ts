import { pageOf, type Page } from '@forecourt/contract/start'
import type { MenuProps } from 'antd'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { labelOf } from '../menu.ts'
import { beside, closable, close, isPinned, move, pin, useTabs, type Tab } from '../tabs.ts'
import { goTo } from '../../kit/page/history.ts'

export const titleOf = (tab: Tab): string => tab.title ?? labelOf(pageOf(tab.name) as Page)

export type TabAct = 'refresh' | 'pin' | 'unpin' | 'moveLeft' | 'moveRight' | 'close' | 'closeOthers' | 'closeAll'

/** Going to tabs, arranging and closing them. What is half filled in asks before it goes. */
export function useTabActs() {
  const confirm = useConfirm()
  const go = (tab: Tab | undefined) => {
    if (tab) goTo(tab.path + tab.query)
  }
  const mayLose = async (tab: Tab, key: 'unsavedAsk' | 'unsavedRefresh', ok: 'unsavedClose' | 'unsavedRefreshOk') =>
    !tab.unsaved || (await confirm({ text: t(`shell.${key}`, { page: titleOf(tab) }), ok: t(`shell.${ok}`), leaving: true }))
  const shut = async (paths: readonly string[]) => {
    for (const tab of useTabs.getState().tabs) {
      if (closable(tab) && paths.includes(tab.path) && !(await mayLose(tab, 'unsavedAsk', 'unsavedClose'))) return false
    }
    go(close(paths))
    return true
  }
  const others = (tab: Tab) =>
    useTabs
      .getState()
      .tabs.filter(other => other.path !== tab.path)
      .map(({ path }) => path)
  const placeOf = (tab: Tab) => useTabs.getState().tabs.findIndex(({ path }) => path === tab.path)
  const acts: Record<TabAct, (tab: Tab) => unknown> = {
    refresh: async tab => {
      if (await mayLose(tab, 'unsavedRefresh', 'unsavedRefreshOk')) goTo(`/redirect${tab.path}${tab.query}`)
    },
    pin: tab => pin(tab.path, true),
    unpin: tab => pin(tab.path, false),
    moveLeft: tab => move(tab.path, Math.max(placeOf(tab) - 1, 0)),
    moveRight: tab => move(tab.path, placeOf(tab) + 1),
    close: tab => shut([tab.path]),
    closeOthers: async tab => {
      if (await shut(others(tab))) go(tab)
    },
    closeAll: tab => shut([...others(tab), tab.path]),
  }
  const front = () => useTabs.getState().tabs.find(({ path }) => path === useTabs.getState().active)
  return {
    go,
    shut,
    act: (tab: Tab, key: TabAct) => void acts[key](tab),
    /** The same for the tab in front, which keys and the command box mean. */
    inFront: (key: TabAct) => {
      const tab = front()
      if (tab && (key !== 'close' || closable(tab))) void acts[key](tab)
    },
    step: (by: 1 | -1) => go(beside(useTabs.getState(), by)),
  }
}

/** What the menu of a tab offers. */
export function tabMenu(tab: Tab, tabs: readonly Tab[]): NonNullable<MenuProps['items']> {
  const home = tab.name === 'home'
  const place = tabs.indexOf(tab)
  const stays = (neighbour: Tab | undefined) => neighbour === undefined || home || isPinned(neighbour) !== isPinned(tab)
  return [
    { key: 'refresh', label: t('shell.tagRefresh') },
    { key: isPinned(tab) ? 'unpin' : 'pin', label: t(isPinned(tab) ? 'shell.tagUnpin' : 'shell.tagPin'), disabled: home },
    { key: 'moveLeft', label: t('shell.tagMoveLeft'), disabled: stays(tabs[place - 1]) || tabs[place - 1]?.name === 'home' },
    { key: 'moveRight', label: t('shell.tagMoveRight'), disabled: stays(tabs[place + 1]) },
    { type: 'divider' },
    { key: 'close', label: t('shell.tagClose'), disabled: !closable(tab) },
    { key: 'closeOthers', label: t('shell.tagCloseOthers'), disabled: !tabs.some(other => other !== tab && closable(other)) },
    { key: 'closeAll', label: t('shell.tagCloseAll'), disabled: !tabs.some(closable) },
  ]
}
