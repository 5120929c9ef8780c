import { useId } from 'react'
import { Input } from '../../kit/ui.ts'

/** As it is typed or pasted, with the spaces that it is printed with; undefined where it is no number of a card. */
export function numberOf(text: string): string | undefined {
  const plain = text.normalize('NFKC').replaceAll(/\s/g, '')
  return /^[0-9A-Za-z-]{4,32}$/.test(plain) ? plain : undefined
}

interface NumberBoxProps {
  label: string
  value: string
  onChange: (text: string) => void
  autoFocus?: boolean
}

/** The number that is printed on a card. */
export function NumberBox({ label, value, onChange, autoFocus = false }: NumberBoxProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        value={value}
        maxLength={48}
        autoComplete="off"
        inputMode="numeric"
        autoFocus={autoFocus}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
