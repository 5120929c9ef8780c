import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { BillDetails } from './bill-details.tsx'

/** 单位账单详情. */
export default function BillPage() {
  const go = useGo()
  const id = Number(usePage().params['fleetBillId'])
  return <BillDetails id={Number.isSafeInteger(id) && id > 0 ? id : undefined} onGone={() => go('fleetBills')} />
}
