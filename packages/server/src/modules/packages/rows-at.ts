import { sql } from 'kysely'
import { among } from '../../platform/postgres/name-companies.ts'
import type { RowsAt } from '../../platform/search/rows-at.ts'

/** Packages; one that was left on the shelf beyond its end is expired. @source requirement GDS-006 */
export const packagesAt: RowsAt[string] = (moment, companyIds) => sql`
  select id, version, company_id, name, description, classification, price_cents, gift_cents, gift_percent, gift_points, gift_coupons,
    products, gift_days, gift_months, discount_id, weight, start_time, end_time, tax_rate, created_date,
    case when shelf_status = 'onShelf' and end_time <= ${moment} then 'expired' else shelf_status end as shelf_status
  from top_up_package where ${among('companyId', companyIds)}`
