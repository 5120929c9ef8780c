import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { DialogButton } from '../form/dialog-button.tsx'
import { laterDialog } from '../later.tsx'
import type { TryOfferProps } from './try-offer-dialog.tsx'

const Dialog = laterDialog(() => import('./try-offer-dialog.tsx'))

interface TryOfferButton extends Omit<TryOfferProps, 'open' | 'onClose'> {
  /** What the button says, where it is not the first time. */
  label?: string
  size?: 'small'
}

/** 试算: what an offer would cost, as it stands in its form or in its record; where the user may not try any, nothing. */
export function TryOffer({ size, label, ...asked }: TryOfferButton) {
  const may = useMay('dryRun.write')
  if (!may) return null
  return (
    <DialogButton label={label ?? t('tryOffer.open')} button={size && { size, type: 'link' }}>
      {dialog => <Dialog {...asked} {...dialog} />}
    </DialogButton>
  )
}
