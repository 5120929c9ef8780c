import { historyParts, historyTitles, type HistoryPart } from '@forecourt/contract'
import { parse } from 'csv-parse/sync'
import { bareTitle, delimiterOf } from '../../platform/sheet/read-text.ts'

export interface Format {
  readonly encoding: string
  readonly delimiter: string
}
/** How much of a file is looked at to find out how it is written. */
export const previewBytes = 64 * 1024
const sampleRows = 5

/** How the text is written: by its first mark, else UTF-8 where that can be read, else as Chinese spreadsheets write it. */
function encodingOf(head: Buffer): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return ['utf-8', 'gbk'].find(encoding => {
    try {
      // What is cut off at the end may be half a letter.
      new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
      return true
    } catch {
      return false
    }
  })
}

/** The head of a file and its first rows; nothing where it is no text. */
export function previewFile(head: Buffer): (Format & { titles: string[]; sample: string[][] }) | undefined {
  const encoding = encodingOf(head)
  if (!encoding) return undefined
  const text = new TextDecoder(encoding).decode(head, { stream: true })
  if (text.includes('\u0000')) return undefined
  const whole = text.slice(0, head.length < previewBytes ? undefined : text.lastIndexOf('\n') + 1)
  const delimiter = delimiterOf(whole.split(/\r?\n/, 1)[0]!)
  const [titles = [], ...sample] = parse(whole, {
    delimiter,
    bom: true,
    to: sampleRows + 1,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  return { encoding, delimiter, titles: titles.map(title => title.trim()), sample }
}

/** What columns are called elsewhere, besides by our own titles; compared without blanks, marks and case. */
const synonyms: Record<HistoryPart, Record<string, readonly string[]>> = {
  stations: {
    id: ['gasstationid', 'stationid', 'stationno', 'stationcode', '油站编号', '油站编码', '站点编号', '编号'],
    name: ['stationname', '油站名称', '油站', '站点名称', '名称'],
    country: ['countrycode', '国家'],
  },
  products: {
    id: ['productid', 'productcode', 'itemcode', '商品编号', '商品编码', '油品编号', '编号'],
    name: ['description', 'productname', '商品名称', '油品名称', '名称'],
  },
  customers: {
    id: ['customerid', 'memberid', '客户编号', '会员编号', '编号'],
    name: ['customername', '客户名称', '会员姓名', '姓名', '名称', 'segment'],
    remark: ['note', 'comment', '备注'],
  },
  sales: {
    id: ['transactionid', 'saleid', 'orderno', '交易编号', '流水号', '订单号', '编号'],
    date: ['day', 'saledate', '日期', '交易日期'],
    time: ['clock', 'saletime', '时间', '交易时间'],
    customer: ['customerid', '客户编号', '会员编号'],
    card: ['cardid', 'cardnumber', 'cardno', '卡号'],
    station: ['gasstationid', 'stationid', '油站编号', '站点编号'],
    product: ['productid', 'productcode', '商品编号', '油品编号', '商品编码'],
    quantity: ['amount', 'volume', 'litres', 'qty', '数量', '升数', '加油量'],
    total: ['price', 'sum', 'totalprice', '金额', '总金额'],
  },
}
/** Which of the titles is which of our fields: as it was said before, else by its name; no column twice. */
export function guessMapping(
  part: HistoryPart,
  titles: readonly string[],
  said: ReadonlyMap<string, readonly string[]>,
): Record<string, string> {
  const left = new Set(titles)
  const found: Record<string, string> = {}
  const take = (field: string, title: string | undefined) => {
    if (title === undefined || found[field]) return
    found[field] = title
    left.delete(title)
  }
  for (const field of historyParts[part])
    take(
      field,
      said.get(field)?.find(title => left.has(title)),
    )
  for (const field of historyParts[part]) {
    const own = Object.values((historyTitles[part] as Record<string, Record<string, string>>)[field]!).map(bareTitle)
    const names = [...own, field, ...synonyms[part][field]!]
    take(
      field,
      [...left].find(title => names.includes(bareTitle(title))),
    )
  }
  return found
}
