import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { jsonColors, jsonTheme } from './json-theme.ts'
import './json-editor.css'

export interface JsonEditorProps {
  /** The text, whether it is JSON yet or not. */
  value: string | undefined
  onChange: (text: string) => void
  onBlur?: () => void
  disabled?: boolean
  id?: string
  'aria-labelledby'?: string
  'aria-describedby'?: string
  'aria-required'?: boolean
  'aria-invalid'?: boolean
  status?: 'error'
}

/** Says where the text stops being JSON; nothing while there is none. */
const checked = linter(view =>
  view.state.doc.toString().trim() === '' ? [] : jsonParseLinter()(view).map(fault => ({ ...fault, message: t('kit.jsonWrong') })),
)

/** Text of JSON: lines numbered, brackets matched, faults underlined. Tab leaves it, as it leaves every control. */
export default function JsonEditor({ value = '', onChange, onBlur, disabled = false, id, status, ...named }: JsonEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(undefined)
  const attributes = useRef(new Compartment())
  const tell = useEffectEvent((text: string) => onChange(text))
  const leave = useEffectEvent(() => onBlur?.())
  const described = attributesOf({ id, disabled, ...named })
  const begin = useEffectEvent(() => ({ value, described }))
  useEffect(() => {
    const { value: doc, described: first } = begin()
    const view = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc,
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          indentOnInput(),
          json(),
          checked,
          syntaxHighlighting(jsonColors),
          jsonTheme,
          EditorView.lineWrapping,
          keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap]),
          EditorView.updateListener.of(update => update.docChanged && tell(update.state.doc.toString())),
          EditorView.domEventHandlers({ blur: () => leave() }),
          attributes.current.of(first),
        ],
      }),
    })
    editor.current = view
    return () => view.destroy()
  }, [])
  useEffect(() => {
    editor.current?.dispatch({ effects: attributes.current.reconfigure(described) })
  })
  useEffect(() => {
    const now = editor.current?.state.doc.toString()
    if (now !== value) editor.current?.dispatch({ changes: { from: 0, to: now?.length ?? 0, insert: value } })
  }, [value])
  const tidy = parsed(value)
  return (
    <div className={`k-json ${status === 'error' ? 'k-json-wrong' : ''}`}>
      <div ref={place} />
      {!disabled && (
        <Button size="small" type="text" disabled={tidy === undefined || tidy === value} onClick={() => onChange(tidy!)}>
          {t('kit.jsonTidy')}
        </Button>
      )}
    </div>
  )
}

/** The same text set out in lines; undefined when it is no JSON. */
function parsed(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return undefined
  }
}

function attributesOf({ disabled, ...given }: Record<string, unknown> & { disabled: boolean }) {
  const attributes = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  return [EditorView.editable.of(!disabled), EditorView.contentAttributes.of({ ...attributes, tabindex: '0', spellcheck: 'false' })]
}
