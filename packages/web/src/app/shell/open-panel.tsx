import { Component, createElement, Fragment, useEffect, type ComponentType, type ReactNode } from 'react'
import { toast } from '../../kit/feedback/toast.ts'
import { useFocusBack } from '../../kit/focus-back.ts'
import { laterDialog } from '../../kit/later.tsx'
import { wordsOf } from '../words.ts'
import { closePanel, usePanel, type Panel } from './panels.ts'

/** It finds every page and what is kept there, so it says what those are called. */
const loadCommands = async () => {
  const [box] = await Promise.all([import('./command-box.tsx'), wordsOf('commands')])
  return box
}
const dialogs: Record<Panel, ComponentType<{ onClose: () => void }>> = {
  commands: laterDialog(loadCommands),
  settings: laterDialog(() => import('./settings-panel.tsx')),
  stations: laterDialog(() => import('./station-chooser.tsx')),
  keys: laterDialog(() => import('../../kit/key-map.tsx')),
}

/** A panel that fails is closed and says so; the page behind it stays. */
class PanelBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(error: Error) {
    closePanel()
    toast.failed(error)
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}

/** Pages are found by a list that is made a moment after the first page stands. @source spec 0 §9 "built 1 s after load" */
const readyAfterMs = 1000

/** Draws what is open over the page; nothing of it is loaded before. */
export function OpenPanel() {
  const panel = usePanel(state => state.panel)
  useEffect(() => {
    const timer = setTimeout(() => void loadCommands().catch(() => undefined), readyAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return panel ? (
    <Fragment key={panel}>
      <FocusBack />
      <PanelBoundary>{createElement(dialogs[panel], { onClose: closePanel })}</PanelBoundary>
    </Fragment>
  ) : null
}

function FocusBack() {
  useFocusBack()
  return null
}
