import { jsonOf } from '@forecourt/contract'
import { useState } from 'react'
import { Bones } from '../feedback/states.tsx'
import type { ControlProps } from './control-props.ts'
import { later, WhileLoading } from '../later.tsx'

const JsonEditor = later(() => import('../json/json-editor.tsx'))

/** A field without a shape of its own, typed as JSON. What is no JSON yet stays as typed, so that the check can say so. */
export function JsonControl({ value, onChange, ...rest }: Omit<ControlProps, 'field'>) {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? (value === undefined || value === null ? '' : JSON.stringify(value, null, 2))
  const type = (text: string) => {
    setTyped(text)
    onChange?.(text.trim() === '' ? undefined : (jsonOf(text) ?? text))
  }
  return (
    <WhileLoading show={<Bones rows={3} />}>
      <JsonEditor {...rest} value={shown} onChange={type} />
    </WhileLoading>
  )
}
