import type { GiftCoupon } from '../../platform/module.ts'

/** A coupon as a file names it. */
export interface CouponSaid extends Omit<GiftCoupon, 'dealId'> {
  readonly name: string
  /** All that was written, where a coupon may be called so: of a name that ends in × 2, and of two of that name. */
  readonly whole: string | undefined
}

const lengthMost = 600
const most = { coupons: 5, count: 100, days: 365 } as const
const pieces = /(?:"(?:[^"]|"")*"|[^";；、\n])+/g
const written = /^(?:"((?:[^"]|"")+)"|(.+?))(?:\s*(?:[×*]|\sx)\s*(\d{1,3})\s*(?:[（(]([^（()）]+)[)）])?)?$/is
/** In the words of the export, zh and en. */
const spacings = [
  /^每\s*(?<days>\d{1,3})\s*天\s*(?<per>\d{1,3})\s*张(?:生效)?$/,
  /^(?<per>\d{1,3})\s+(?:starting\s+)?every\s+(?<days>\d{1,3})\s+days?$/i,
]

/**
 * `Wash × 2; Coffee`: names with how many of each, apart by ; or 、 as the export of goods writes them. A name that has one of these marks
 * itself stands in double quotes. Nothing where it is no such list, or says more than goods may give.
 * @source requirement GDS-022, decision E10
 */
export function couponsSaid(text: string): CouponSaid[] | undefined {
  if (text.length > lengthMost || text.split('"').length % 2 === 0) return undefined
  const said = (text.match(pieces) ?? []).flatMap(piece => (piece.trim() === '' ? [] : [oneOf(piece.trim())]))
  if (said.length === 0 || said.length > most.coupons) return undefined
  return said.every(each => each !== undefined) ? said : undefined
}

function oneOf(piece: string): CouponSaid | undefined {
  const [, quoted, bare, count, spacing] = written.exec(piece) ?? []
  const once = { count: 1, perCount: 1, intervalDays: 0, whole: undefined }
  const parts = spacing === undefined ? undefined : spacings.map(each => each.exec(spacing.trim())?.groups).find(Boolean)
  const isName = count === undefined || (spacing !== undefined && !parts)
  if (quoted === undefined && isName) return { ...once, name: piece }
  if (isName) return count === undefined ? { ...once, name: plain(quoted!) } : undefined
  const said = { count: Number(count), perCount: Number(parts?.['per'] ?? 1), intervalDays: Number(parts?.['days'] ?? 0) }
  const fits = [said.count, said.perCount].every(each => each >= 1 && each <= most.count) && said.intervalDays <= most.days
  const name = quoted === undefined ? bare!.trim() : plain(quoted)
  return fits ? { ...said, name, whole: quoted === undefined ? piece : undefined } : undefined
}

const plain = (quoted: string) => quoted.replaceAll('""', '"').trim()
