import { deliveryCorrections, oilInfos } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { Button } from '../../kit/ui.ts'
import type { Delivery } from './delivery-form.tsx'

interface ActsProps {
  delivery: Pick<Delivery, 'id' | 'docNo' | 'status' | 'correctsId'>
  /** As buttons of a page; else as those of a row. */
  ofPage?: boolean
  onGone?: () => void
}

/** Edit and delete, as long as no settlement counts it; then correct. */
export function DeliveryActs({ delivery: { id, docNo, status, correctsId }, ofPage = false, onGone }: ActsProps) {
  const mayWrite = useMay('oilInfo.write')
  const mayCorrect = useMay(deliveryCorrections.correct.permission)
  const go = useGo()
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  const remove = async () => {
    const text = t('delivery.askDelete', { docNo: docNo || '—' })
    if (!(await confirm({ text, ok: t('kit.delete'), danger: true, act: () => call(oilInfos.delete, { id }) }))) return
    toast.done(t('kit.deleted'))
    onGone?.()
    await cache.invalidateQueries({ queryKey: ['oilInfos'] })
  }
  const isCounted = status === 'settled' || status === 'corrected'
  const look = ofPage ? {} : ({ type: 'link', size: 'small' } as const)
  if (status === 'settled' && mayCorrect)
    return (
      <Button {...look} onClick={() => go('editOilInfo', { oilInfoId: id })}>
        {t('correction.correct')}
      </Button>
    )
  if (!mayWrite || isCounted) return null
  return (
    <>
      <Button {...look} onClick={() => go('editOilInfo', { oilInfoId: id })}>
        {t(status === 'unloading' && ofPage ? 'delivery.finish' : 'kit.edit')}
      </Button>
      {correctsId === null && (
        <Button {...look} danger onClick={() => void remove()}>
          {t('kit.delete')}
        </Button>
      )}
    </>
  )
}
