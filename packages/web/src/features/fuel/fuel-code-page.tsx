import { fuelCodes } from '@forecourt/contract'
import { CrudPage } from '../../kit/crud-page.tsx'

/** 油品编码. @source spec 1 §2 "Fuel code" */
export default function FuelCodePage() {
  return <CrudPage of={fuelCodes} />
}
