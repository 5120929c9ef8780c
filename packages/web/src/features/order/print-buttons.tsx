import { t } from '../../i18n/index.ts'
import { useMayOpen } from '../../kit/page/access.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { Button } from '../../kit/ui.ts'

/** The slip for the customer and the sheet for the file. */
export function PrintButtons({ id }: { id: number }) {
  const go = useGo()
  if (!useMayOpen()('previewPrint')) return null
  return (
    <>
      <Button onClick={() => go('previewPrint', {}, { document: `receipt:${id}` })}>{t('sales.printSlip')}</Button>
      <Button onClick={() => go('previewPrint', {}, { document: `order:${id}` })}>{t('sales.printSheet')}</Button>
    </>
  )
}
