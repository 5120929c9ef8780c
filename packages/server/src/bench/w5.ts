import { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { to as copyTo } from 'pg-copy-streams'
import { growthOf } from './memory.ts'
import { exported } from './seeds.ts'
import { ask, signIn } from './session.ts'
import type { Place, Sample, Workload } from './workload.ts'

/** What the list of orders shows, as it comes out of the rows. */
const columns = {
  orderNo: 'order_no',
  createdDate: `to_char(sale.created_date at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`,
  stationId: 'station.name',
  type: 'type',
  status: 'status',
  payType: 'pay_type',
  totalCents: 'total_cents',
  discountCents: 'discount_cents',
  paidCents: 'paid_cents',
  refundedCents: 'refunded_cents',
  employeeId: 'account.name',
  externalSerialNo: 'external_serial_no',
}
const today = () => Temporal.Now.plainDateISO('Asia/Shanghai')
const daysBack = (days: number) => today().subtract({ days }).toString()

async function raw(place: Place): Promise<Sample> {
  const client = await place.owner.connect()
  try {
    const began = performance.now()
    const rows = client.query(
      copyTo(`copy (select ${Object.values(columns).join()} from sale_order sale join station on station.id = sale.station_id
        left join user_account account on account.id = employee_id
        where sale.company_id = (select company from company_directory where code = 'seed1')
          and sale.created_date >= '${daysBack(place.seed.days)}'::timestamp at time zone 'Asia/Shanghai'
        order by sale.created_date desc, sale.id desc) to stdout csv`),
    )
    let bytes = 0
    for await (const chunk of rows) bytes += (chunk as Buffer).length
    return { seconds: (performance.now() - began) / 1000, bytes }
  } finally {
    client.release()
  }
}

interface Written {
  readonly seconds: number
  readonly grownMb: number
  readonly rows: number
  /** Rows and cents by which the file differs from what its list says of itself; of a sheet, rows alone. */
  readonly wrong: number
}

/** Every sale there is; or, as a sheet, those of the last tenth of the time. */
async function write(place: Place, headers: Record<string, string>, format: 'csv' | 'xlsx', days: number): Promise<Written> {
  const { seed } = place
  const search = `search=${encodeURIComponent(`createdDate>=${daysBack(days)}`)}`
  const body = { name: 'bench', format, columns: Object.keys(columns).map(path => ({ path, title: path })) }
  const began = performance.now()
  const { done: id, grownMb } = await growthOf(place.serverPid, async () => {
    const asked = await ask<{ id: number }>(place, headers, 'POST', `/export?type=orders&${search}`, body)
    for (;;) {
      const { status } = await ask<{ status: string }>(place, headers, 'GET', `/exports/${asked.id}`)
      if (status === 'done') return asked.id
      if (status === 'fail') throw new Error(`The export ${asked.id} failed.`)
      await wait(50)
    }
  })
  const seconds = (performance.now() - began) / 1000
  const { rows } = await ask<{ rows: number }>(place, headers, 'GET', `/exports/${id}`)
  // A list is asked for a month or for all there is.
  const listed = `/orders/statistics?${days === seed.days ? '' : search}`
  const list = await ask<{ count: number; totalCents: number }>(place, headers, 'GET', listed)
  const file = format === 'csv' ? await readBack(place, headers, id) : { rows, totalCents: list.totalCents }
  await ask(place, headers, 'DELETE', `/exports/${id}`)
  return { seconds, grownMb, rows, wrong: Math.abs(file.rows - list.count) + Math.abs(file.totalCents - list.totalCents) }
}

/** How many rows a file holds, and what they come to. */
async function readBack({ address }: Place, headers: Record<string, string>, id: number): Promise<{ rows: number; totalCents: number }> {
  const reply = await fetch(`${address}/api/v1/exports/${id}/file?download=true`, { headers })
  const place = Object.keys(columns).indexOf('totalCents')
  let [rows, totalCents] = [-1, 0]
  for await (const line of createInterface({ input: Readable.fromWeb(reply.body! as never) }))
    if (rows++ >= 0) totalCents += Number(line.split(',')[place]!.replace('.', ''))
  return { rows, totalCents }
}

async function product(place: Place): Promise<Sample> {
  const { days } = place.seed
  await place.restart()
  const headers = await signIn(place)
  const first = await write(place, headers, 'csv', days)
  const again = await write(place, headers, 'csv', days)
  const sheet = await write(place, headers, 'xlsx', Math.ceil(days / 10))
  return {
    rows: first.rows,
    seconds: first.seconds,
    againSeconds: again.seconds,
    freshMb: first.grownMb,
    grownMb: again.grownMb,
    sheetRows: sheet.rows,
    sheetSeconds: sheet.seconds,
    sheetMb: sheet.grownMb,
    wrong: first.wrong + again.wrong + sheet.wrong,
  }
}

export const w5: Workload = {
  name: 'w5',
  what: 'export: every order of a company into a file, CSV, in a server just started and once more; a tenth of them as XLSX',
  seed: exported,
  writes: false,
  raw,
  product,
  figures: [
    { says: 'CSV, time ÷ COPY of the same columns', of: (limit, own) => own['seconds']! / limit['seconds']!, goal: ['≤', 3] },
    { says: 'CSV, rows', of: (_limit, own) => own['rows']! },
    { says: 'CSV, seconds', of: (_limit, own) => own['seconds']! },
    { says: 'CSV once more, seconds', of: (_limit, own) => own['againSeconds']! },
    { says: 'COPY, seconds', of: limit => limit['seconds']! },
    { says: 'memory of a fresh server grew by, MB', of: (_limit, own) => own['freshMb']!, goal: ['≤', 64] },
    { says: 'memory grew by with the next one, MB', of: (_limit, own) => own['grownMb']!, goal: ['≤', 64] },
    { says: 'XLSX, rows', of: (_limit, own) => own['sheetRows']! },
    { says: 'XLSX, rows a second', of: (_limit, own) => own['sheetRows']! / own['sheetSeconds']! },
    { says: 'memory grew by with XLSX, MB', of: (_limit, own) => own['sheetMb']!, goal: ['≤', 160] },
    { says: 'rows and cents by which a file and its list differ', of: (_limit, own) => own['wrong']!, goal: ['≤', 0] },
  ],
}
