import { DialogButton } from '../form/dialog-button.tsx'
import { laterDialog } from '../later.tsx'
import { reasonWords, valueWords, type Measured } from './measured.ts'

const Certificate = laterDialog(() => import('./certificate.tsx'))

/** A converted figure: a press opens how it was reached. Where there is none, it says why. */
export function MeasuredValue({ of: { figure, none } }: { of: Measured }) {
  if (!figure) return <span className="k-quiet">{none && reasonWords(none)}</span>
  return (
    <DialogButton label={valueWords(figure, figure.places)} button={{ type: 'link', size: 'small' }}>
      {dialog => <Certificate figure={figure} {...dialog} />}
    </DialogButton>
  )
}
