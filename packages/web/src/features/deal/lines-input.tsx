import { useState } from 'react'
import { Input } from '../../kit/ui.ts'

interface LinesInputProps {
  value?: readonly string[] | undefined
  onChange?: ((lines: string[]) => void) | undefined
  id?: string
  disabled?: boolean
  onBlur?: () => void
}

/** Many short values, one a line; commas and spaces part them too, as they come out of a spreadsheet. */
export function LinesInput({ value = [], onChange, ...rest }: LinesInputProps) {
  const [text, setText] = useState(value.join('\n'))
  const take = (typed: string) => {
    setText(typed)
    onChange?.([
      ...new Set(
        typed
          .normalize('NFKC')
          .split(/[\s,;、，；]+/)
          .filter(Boolean),
      ),
    ])
  }
  return (
    <Input.TextArea {...rest} rows={6} autoComplete="off" spellCheck={false} value={text} onChange={({ target }) => take(target.value)} />
  )
}
