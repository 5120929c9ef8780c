import { fleetBilling } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { usePage } from '../../kit/page/use-page.ts'

/** Lists and records that are read anew when a bill is drawn up or issued. */
export const changed = ['fleetBills', 'fleetBillLines', 'fleetBillCards', 'userCards', 'userCardDetails', 'fleetAgreements']

/** A bill with its fees and what moved its money. */
export function useBill(id: number | undefined) {
  const { visible } = usePage()
  return useQuery({
    queryKey: ['fleetBills', 'get', id],
    queryFn: ({ signal }) => call(fleetBilling.get, { id: id!, query: { expand: ['issuedBy'] } }, { signal }),
    enabled: visible && id !== undefined,
    meta: saidOnPage,
    refetchOnWindowFocus: true,
  })
}
