import { sql } from 'kysely'
import type { ToldColumn } from '../../platform/search/read-out.ts'

const usual = { coupon: '{name} × {count}', couponSpaced: '{name} × {count} ({per} starting every {days} days)' }

/** What else stands in a list of names of coupons: a name that has one of these marks is quoted, so that it is read as one. */
const mark = String.raw`[";；、×*\n]|\s[xX]\s*\d+$`
const name = sql`case when deal.name ~ ${mark} then '"' || replace(deal.name, '"', '""') || '"' else deal.name end`
const words = (template: string) =>
  ['count', 'per', 'days'].reduce((text, part) => sql`replace(${text}, ${`{${part}}`}, one.${sql.ref(part)}::text)`, sql`${template}::text`)

/** The coupons that goods give, by their names, as an import of goods reads them. */
export const goodsColumns: Readonly<Record<string, ToldColumn>> = {
  giftCoupons: {
    kind: 'text',
    value: ({ own, rowsOf }, { coupon = usual.coupon, couponSpaced = usual.couponSpaced }) => sql`(
      select string_agg(replace(case when one.days > 0 and one.per < one.count then ${words(couponSpaced)} else ${words(coupon)} end,
        '{name}', ${name}), '; ' order by listed.turn)
      from jsonb_array_elements(${own('giftCoupons')}) with ordinality as listed (coupon, turn)
      cross join lateral jsonb_to_record(listed.coupon) as given ("dealId" bigint, count int, "perCount" int, "intervalDays" int)
      cross join lateral (select given.count, given."perCount" as per, given."intervalDays" as days) as one
      join ${rowsOf('deal')} deal on deal.id = given."dealId")`,
  },
}
