import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The colours of the theme that is chosen, light or dark. */
export const jsonTheme = EditorView.theme({
  '&': { fontSize: '13px', backgroundColor: 'var(--ant-color-bg-container)', color: 'var(--ant-color-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', minHeight: '96px', maxHeight: '320px', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ant-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--ant-color-text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--ant-color-fill-quaternary)',
    color: 'var(--ant-color-text-secondary)',
    borderRight: '1px solid var(--ant-color-border-secondary)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--ant-color-fill)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': { backgroundColor: 'var(--ant-color-primary-bg-hover)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--ant-color-bg-elevated)',
    color: 'var(--ant-color-text)',
    border: '1px solid var(--ant-color-border)',
  },
})

export const jsonColors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ant-color-link)' },
  { tag: tags.string, color: 'var(--ant-color-success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--ant-color-warning)' },
])
