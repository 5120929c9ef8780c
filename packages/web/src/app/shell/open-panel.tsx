import { createElement, Fragment, lazy, Suspense, useEffect, type ComponentType, type LazyExoticComponent } from 'react'
import { useFocusBack } from '../../kit/focus-back.ts'
import { allWords } from '../words.ts'
import { closePanel, usePanel, type Panel } from './panels.ts'

/** It finds every page and what is kept there, so it brings the words of all. */
const loadCommands = async () => {
  const [box] = await Promise.all([import('./command-box.tsx'), allWords()])
  return box
}
const dialogs: Record<Panel, LazyExoticComponent<ComponentType<{ onClose: () => void }>>> = {
  commands: lazy(loadCommands),
  settings: lazy(() => import('./settings-panel.tsx')),
  stations: lazy(() => import('./station-chooser.tsx')),
  keys: lazy(() => import('../../kit/key-map.tsx')),
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
      <Suspense fallback={null}>{createElement(dialogs[panel], { onClose: closePanel })}</Suspense>
    </Fragment>
  ) : null
}

function FocusBack() {
  useFocusBack()
  return null
}
