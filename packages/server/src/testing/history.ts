import { historyImports, historyPartNames, type HistoryPart } from '@forecourt/contract'
import { world } from './world.ts'

/** A small history of an operator, as its files say it. */
export const smallHistory: Record<HistoryPart, string> = {
  stations: '油站编号;油站名称;国家\n1;滨江东站;CHN\n',
  products: 'ProductID,Description\n2,0# 柴油\n5,92# 汽油\n11,洗车\n',
  customers: 'CustomerID,Segment\n7,老王\n8,李家物流\n',
  sales: `TransactionID,Date,Time,CustomerID,CardID,GasStationID,ProductID,Amount,Price
1,2012-08-24,10:03:00,7,550134,1,2,18,430.72
2,2012-08-24,10:03:00,7,550134,1,11,1,121.99
3,2012-08-24,23:59:00,8,684220,1,5,10,400
`,
}
type Staff = Awaited<ReturnType<Awaited<ReturnType<typeof world>>['staff']>>

export async function putHistoryFile(lin: Staff, name: string, bytes: string | Buffer): Promise<number> {
  const form = Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n--b--\r\n'),
  ])
  const reply = await lin.raw('POST', '/upload?type=history', form, { 'content-type': 'multipart/form-data; boundary=b' })
  return reply.json().id
}

/** What the page sends when nobody changes what it proposes. */
export async function askedOfHistory(lin: Staff, files: Partial<Record<HistoryPart, string | Buffer>> = {}, source = 'old-system') {
  const parts = {} as Record<HistoryPart, { attachmentId: number; columns: Record<string, string> }>
  for (const part of historyPartNames) {
    const attachmentId = await putHistoryFile(lin, `${part}.csv`, files[part] ?? smallHistory[part])
    const { likely } = await lin.call(historyImports.look, { id: attachmentId, query: { part } })
    parts[part] = { attachmentId, columns: likely }
  }
  return { body: { source, ...parts, kinds: { gasoline: ['*汽油*'], diesel: ['*柴油*'], gas: [] } } }
}

/** A manager with an account, so that records may say whose they are. */
export async function historyScene() {
  const it = await world()
  const [user] = await it.rows<{ id: number }>(
    `insert into user_account (company_id, name, mobile, is_staff) values ($1, '林', '13900000001', true) returning id`,
    [it.company.id],
  )
  const lin = await it.staff({ role: 'company_user', over: { id: user!.id } })
  const counts = async () =>
    (
      await it.rows(
        `select (select count(*)::int from sale_order where company_id = $1) as orders,
           (select count(*)::int from user_card where company_id = $1) as cards`,
        [it.company.id],
      )
    )[0]
  return { ...it, lin, counts }
}
