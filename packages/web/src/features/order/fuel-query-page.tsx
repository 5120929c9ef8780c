import { fuelColumns, fuelFilters } from './kind-columns.tsx'
import { SalesList } from './sales-list.tsx'

/** 油品销售 */
export default function FuelQueryPage() {
  return <SalesList kind="fuel" columns={fuelColumns} filters={fuelFilters} details="fuelDetails" />
}
