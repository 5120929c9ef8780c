import type { Place } from './workload.ts'

/** Records of a company by which its lists are narrowed: busy ones, in the middle of their kind. */
export interface Known {
  readonly station: number
  readonly employee: number
  readonly device: number
  readonly nozzle: number
  readonly item: number
  readonly card: number
  readonly cardNumber: string
  readonly orderNo: string
  readonly serial: string
  /** A day in the middle of what was sold, one in which nothing was, and the first and last days of the month around it. */
  readonly day: string
  readonly from: string
  readonly to: string
  readonly never: string
}

/** Asked of the company's rows themselves. */
export async function knownOf({ owner, seed: { days } }: Place, company: number): Promise<Known> {
  const middle = Temporal.Now.plainDateISO('Asia/Shanghai').subtract({ days: Math.ceil(days / 2) })
  const { rows } = await owner.query<Omit<Known, 'day' | 'from' | 'to' | 'never'>>(
    `select sale.station_id as station, employee_id as employee, device_id as device, nozzle_control_id as nozzle, item_id as item,
       card.id as card, card.number as "cardNumber", order_no as "orderNo",
       (select external_serial_no from sale_order where company_id = company.id and external_serial_no is not null limit 1) as serial
     from company
     cross join lateral (
       select * from sale_order where company_id = company.id and nozzle_control_id is not null and created_date >= $2
       order by created_date limit 1) as sale
     join order_line line on order_id = sale.id and category_type = 'fuel'
     cross join lateral (
       select id, number from user_card card where company_id = company.id
         and exists (select from sale_order where user_card_id = card.id) order by id limit 1) as card
     where company.code = 'seed' || $1::int`,
    [company, `${middle.toString()}T00:00:00+08:00`],
  )
  const from = middle.with({ day: 1 })
  return {
    ...rows[0]!,
    day: middle.toString(),
    from: from.toString(),
    to: from.add({ months: 1 }).subtract({ days: 1 }).toString(),
    never: from.subtract({ days: days + 40 }).toString(),
  }
}

/** Twenty-eight filters under which something stands, as people set them; what begins more than a year ago is asked for as history. */
export const found = (it: Known): string[] => [
  'status:success',
  'status:open',
  'status:close',
  'payType:wx',
  'payType:card',
  'payType:(wx|ali)',
  'type:1',
  'type:0,payType:cash',
  'status:success,payType:bankCard',
  `createdDate:${it.day}`,
  `createdDate:${it.day},payType:wx`,
  `createdDate>=${it.from},createdDate<=${it.to}`,
  `createdDate>=${it.from},createdDate<=${it.to},status:success,payType:ali`,
  `createdDate>=${it.from},createdDate<=${it.to},employee.id:${it.employee}`,
  `station.id:${it.station}`,
  `station.id:${it.station},payType:cash`,
  `station.id:${it.station},createdDate:${it.day}`,
  `employee.id:${it.employee}`,
  `employee.id:${it.employee},payType:wx`,
  `device.id:${it.device}`,
  `nozzleControl.id:${it.nozzle}`,
  `nozzleControl.id:${it.nozzle},createdDate:${it.day}`,
  `userCard.id:${it.card}`,
  `cardNumber:${it.cardNumber}`,
  `orderNo:${it.orderNo}`,
  `externalSerialNo:${it.serial}`,
  'totalCents>20000,payType:wx',
  `lineItems.item.id:${it.item},createdDate:${it.day}`,
]

/** Twelve under which nothing stands. */
export const notFound = (it: Known): string[] => [
  'status:lock',
  'payType:douyin',
  'payType:gift,status:success',
  'type:99',
  'refundedCents>0',
  'orderNo:none',
  'externalSerialNo:none',
  `cardNumber:${it.cardNumber.slice(0, -1)}`,
  `createdDate:${it.never}`,
  `createdDate:${it.day},payType:tuhu`,
  `employee.id:${it.employee},payType:didi,createdDate:${it.day}`,
  `station.id:${it.station},status:fail,totalCents>1000`,
]
