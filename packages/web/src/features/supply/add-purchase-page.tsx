import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { PurchaseForm } from './purchase-form.tsx'

/** 新增采购合同. */
export default function AddPurchasePage() {
  const { title } = usePage()
  const go = useGo()
  const [turn, setTurn] = useState(0)
  return (
    <>
      <PageHeader title={title} />
      <Section title={t('supply.contract')}>
        <PurchaseForm
          key={turn}
          onDone={() => {
            // The page stays open in its tab: it is empty for the next one.
            setTurn(turn + 1)
            go('depotStockMge')
          }}
          onCancel={() => go('depotStockMge')}
        />
      </Section>
    </>
  )
}
