import { z } from 'zod'
import type { Language } from '../errors.ts'
import { endpoint, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'
import { Id, Instant, Ref } from '../units.ts'

/** The files of a history, and what of each is wanted. What stands first in a part is the record's own number. */
export const historyParts = {
  stations: ['id', 'name', 'country'],
  products: ['id', 'name'],
  customers: ['id', 'name', 'remark'],
  sales: ['id', 'date', 'time', 'customer', 'card', 'station', 'product', 'quantity', 'total'],
} as const
export type HistoryPart = keyof typeof historyParts
/**
 * What the columns are called: in the form, and in the templates that are offered for filling in. A file with these heads, in either
 * language, is read without anybody saying which column is which.
 */
export const historyTitles: { readonly [P in HistoryPart]: Readonly<Record<(typeof historyParts)[P][number], Record<Language, string>>> } =
  {
    stations: {
      id: { zh: '油站编号', en: 'Station number' },
      name: { zh: '油站名称', en: 'Station name' },
      country: { zh: '国家', en: 'Country' },
    },
    products: { id: { zh: '商品编号', en: 'Product number' }, name: { zh: '商品名称', en: 'Product name' } },
    customers: {
      id: { zh: '客户编号', en: 'Customer number' },
      name: { zh: '客户名称', en: 'Customer name' },
      remark: { zh: '备注', en: 'Remark' },
    },
    sales: {
      id: { zh: '交易编号', en: 'Transaction number' },
      date: { zh: '日期', en: 'Date' },
      time: { zh: '时间', en: 'Time' },
      customer: { zh: '客户编号', en: 'Customer number' },
      card: { zh: '卡号', en: 'Card number' },
      station: { zh: '油站编号', en: 'Station number' },
      product: { zh: '商品编号', en: 'Product number' },
      quantity: { zh: '数量', en: 'Quantity' },
      total: { zh: '金额', en: 'Total amount' },
    },
  }
export const historyPartNames = Object.keys(historyParts) as HistoryPart[]
/** What a file may lack. */
export const historyOptional: readonly string[] = ['country', 'remark']

const Title = z.string().min(1).max(100)
/** Which file it is, and which of its columns is which of ours. */
const File = z.strictObject({ attachmentId: Id, columns: z.record(z.string().max(20), Title) })
/** Beginnings or wildcards (`92*`, `*柴油*`) by which products are distinguished; what fits none is goods. */
const Names = z.array(z.string().trim().min(1).max(60)).max(30)
export const HistoryFiles = z.strictObject({
  source: z.string().regex(/^[a-z0-9-]{2,40}$/, 'source'),
  stations: File,
  products: File,
  customers: File,
  sales: File,
  kinds: z.strictObject({ gasoline: Names, diesel: Names, gas: Names }),
})
export type HistoryFiles = z.output<typeof HistoryFiles>

const Problem = z.object({
  file: z.string(),
  line: z.int().nullable(),
  column: z.string().nullable(),
  words: z.object({ zh: z.string(), en: z.string() }),
})
const Counts = z.record(z.string(), z.int())

export const HistoryStatus = z.enum(['checking', 'refused', 'checked', 'running', 'done', 'fail', 'cancelled'])

const shown = resource('historyImports', {
  table: 'history_import',
  scope: 'company',
  permission: 'history',
  body: z.object({}),
  read: {
    source: z.string(),
    status: HistoryStatus,
    /** What it is at, while it is at something, and how far: bytes that are read, sales that are in; of how many, where that is known. */
    step: z.enum(['reading', 'comparing', 'bringing']).nullable(),
    done: z.int(),
    total: z.int().nullable(),
    /** Rows of the files, by part. */
    found: Counts.nullable(),
    /** Records that were added, by kind. */
    brought: Counts.nullable(),
    problems: z.int(),
    /** The first of them. */
    examples: z.array(Problem),
    userId: Ref('users'),
    createdDate: Instant,
    finishedDate: Instant.nullable(),
  },
  unsearchable: ['step', 'done', 'total', 'found', 'brought', 'examples'],
  versioned: false,
  sort: 'createdDate,desc',
  acts: ['list', 'get'],
})
const Done = z.object({ id: Id })

/** An operator's history brought in from files: looked at, checked, and then, when somebody says so, brought in. */
export const historyImports = {
  ...shown,
  look: endpoint('GET', '/historyFiles/:id', {
    permission: 'task.import',
    query: z.strictObject({ part: z.enum(historyPartNames as [HistoryPart, ...HistoryPart[]]) }),
    returns: z.object({
      encoding: z.string(),
      delimiter: z.string(),
      titles: z.array(z.string()),
      sample: z.array(z.array(z.string())),
      /** Which column is likely which of ours: as it was said before of such a head, else by its name. */
      likely: z.record(z.string(), z.string()),
    }),
    summary: 'The head and the first rows of a file that was put up, and which column is likely what',
  }),
  check: endpoint('POST', '/historyImports', {
    permission: 'task.import',
    body: HistoryFiles,
    returns: Done,
    summary: 'Has the files checked in the background; nothing is written',
  }),
  run: endpoint('POST', '/historyImports/:id/run', {
    permission: 'task.import',
    returns: Done,
    summary: 'Brings in what was checked, whole cards at a time, or goes on where that failed; what came before is recognised',
  }),
  cancel: endpoint('POST', '/historyImports/:id/cancel', {
    permission: 'task.import',
    returns: Done,
    summary: 'Leaves it, unless it is being brought in already',
  }),
  problems: endpoint('GET', '/historyImports/:id/problems', {
    permission: 'signedIn',
    query: z.strictObject({ download: z.enum(['true', 'false']).optional() }),
    returns: z.object({
      sha256: z.string(),
      companyId: Id,
      name: z.string(),
      contentType: z.string(),
      size: z.int(),
      passing: z.literal(true),
    }),
    gives: 'file',
    summary: 'Everything that is wrong with the files, as a CSV file',
  }),
}

/** One that failed is begun again only where something was brought in already; else its files are checked anew. */
export const historyActs = actsBy('historyImports.status', HistoryStatus, {
  run: { call: historyImports.run, in: ['checked', 'fail'] },
  cancel: { call: historyImports.cancel, in: ['checking', 'refused', 'checked'] },
})
