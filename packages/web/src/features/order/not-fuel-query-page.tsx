import { goodsColumns, goodsFilters } from './kind-columns.tsx'
import { SalesList } from './sales-list.tsx'

/** 非油品销售 */
export default function NotFuelQueryPage() {
  return <SalesList kind="normal" columns={goodsColumns} filters={goodsFilters} details="notFuelDetails" />
}
