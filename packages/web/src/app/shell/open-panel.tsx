import { Component, createElement, Fragment, lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { ApiError } from '../../core/api.ts'
import { isMissingCode } from '../../core/missing-code.ts'
import { t } from '../../i18n/index.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { useFocusBack } from '../../kit/focus-back.ts'
import { allWords } from '../words.ts'
import { closePanel, usePanel, type Panel } from './panels.ts'

/** It finds every page and what is kept there, so it brings the words of all. */
const loadCommands = async () => {
  const [box] = await Promise.all([import('./command-box.tsx'), allWords()])
  return box
}
type Dialog = ComponentType<{ onClose: () => void }>
const loads: Record<Panel, () => Promise<{ default: Dialog }>> = {
  commands: loadCommands,
  settings: () => import('./settings-panel.tsx'),
  stations: () => import('./station-chooser.tsx'),
  keys: () => import('../../kit/key-map.tsx'),
}
const made = new Map<Panel, Dialog>()
function dialogOf(panel: Panel): Dialog {
  const dialog = made.get(panel) ?? lazy(loads[panel])
  made.set(panel, dialog)
  return dialog
}

/** A panel that fails is closed and says so; the page behind it stays. Its code is asked for again the next time. */
class PanelBoundary extends Component<{ panel: Panel; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(error: Error) {
    made.delete(this.props.panel)
    closePanel()
    if (isMissingCode(error)) toast.failed(new ApiError(0, { code: 'network', message: t('error.network') }))
    else toast.failed(error)
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
      <PanelBoundary panel={panel}>
        <Suspense fallback={null}>{createElement(dialogOf(panel), { onClose: closePanel })}</Suspense>
      </PanelBoundary>
    </Fragment>
  ) : null
}

function FocusBack() {
  useFocusBack()
  return null
}
