import type { OtherPayLine } from '@forecourt/contract'
import { t, wordsFor } from '../../i18n/index.ts'
import { Button, Checkbox, Input } from '../../kit/ui.ts'
import './merchant.css'

interface PayTypeTableProps {
  lines: readonly OtherPayLine[]
  readOnly: boolean
  onChange: (lines: readonly OtherPayLine[]) => void
}

/** What it is called where a station has no name of its own for it. */
const usualName = (payType: string): string => wordsFor(`choices.payType_${payType}`)

/** The ways to pay of a station in the order in which they are offered; a line goes up and down by its buttons. */
export function PayTypeTable({ lines, readOnly, onChange }: PayTypeTableProps) {
  const change = (at: number, part: Partial<OtherPayLine>) => onChange(lines.with(at, { ...lines[at]!, ...part }))
  const move = (at: number, to: number) => onChange(lines.toSpliced(at, 1).toSpliced(to, 0, lines[at]!))
  return (
    <div className="pay-types">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('otherPay.payType')}</th>
            <th scope="col">{t('otherPay.name')}</th>
            <th scope="col">{t('otherPay.on')}</th>
            <th scope="col">{t('otherPay.serialNo')}</th>
            {!readOnly && <th scope="col">{t('otherPay.order')}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <Line
              key={line.payType}
              line={line}
              readOnly={readOnly}
              onChange={part => change(at, part)}
              up={at > 0 ? () => move(at, at - 1) : undefined}
              down={at < lines.length - 1 ? () => move(at, at + 1) : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface LineProps {
  line: OtherPayLine
  readOnly: boolean
  onChange: (part: Partial<OtherPayLine>) => void
  /** Absent of the first one. */
  up: (() => void) | undefined
  /** Absent of the last one. */
  down: (() => void) | undefined
}

function Line({ line, readOnly, onChange, up, down }: LineProps) {
  const of = { name: usualName(line.payType) }
  return (
    <tr className={line.disabled ? 'k-quiet' : ''}>
      <th scope="row">{of.name}</th>
      <td>
        <Input
          value={line.name}
          maxLength={20}
          disabled={readOnly}
          placeholder={of.name}
          aria-label={t('otherPay.nameOf', of)}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </td>
      <td>
        <Checkbox
          checked={!line.disabled}
          disabled={readOnly}
          aria-label={t('otherPay.onOf', of)}
          onChange={({ target }) => onChange({ disabled: !target.checked })}
        />
      </td>
      <td>
        <Checkbox
          checked={line.serialNo}
          disabled={readOnly}
          aria-label={t('otherPay.serialNoOf', of)}
          onChange={({ target }) => onChange({ serialNo: target.checked })}
        />
      </td>
      {!readOnly && (
        <td>
          <Button type="text" size="small" disabled={!up} aria-label={t('otherPay.upOf', of)} onClick={up}>
            ↑
          </Button>
          <Button type="text" size="small" disabled={!down} aria-label={t('otherPay.downOf', of)} onClick={down}>
            ↓
          </Button>
        </td>
      )}
    </tr>
  )
}
