import { z } from 'zod'
import { endpoint, ListQuery, resource } from '../kit.ts'
import { TimeZone } from '../org/company.ts'
import { actsBy } from '../status-acts.ts'
import { Id, Instant, Name, Ref } from '../units.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export const ExportFormat = z.enum(exportFormats)
export type ExportFormat = z.output<typeof ExportFormat>
/** Days for which a file is kept. @source decisions.md D8 */
export const exportDays = 7
export const exportColumnsMax = 60

const Path = z.string().min(1).max(200)
/** `Nozzle {nozzleControl.logicNo}`: fields of the row, and of what it refers to, within words; others where a yes-or-no field holds. */
const Said = z
  .string()
  .max(200)
  .regex(/^\P{C}*$/u, 'oneLine')
export const Saying = z.strictObject({ text: Said, when: z.strictObject({ path: Path, text: Said }).optional() })
export type Saying = z.output<typeof Saying>

/** A column as it stands on the screen: its path, its head, what the members of a choice are called there, and how a cell is worded. */
export const ExportColumn = z.strictObject({
  path: Path,
  title: Name(100),
  /** Blanks at their ends count: what stands between two things is among them. */
  words: z.record(z.string().max(60), Said).optional(),
  say: Saying.optional(),
})
export type ExportColumn = z.output<typeof ExportColumn>

export const ExportStatus = z.enum(['waiting', 'running', 'done', 'fail'])
type ExportStatus = z.output<typeof ExportStatus>

/** What the user who asked is told on the live channel, as it changes; `deleted` where it was taken back. */
export interface ExportTold {
  readonly method: 'export.stands'
  readonly id: number
  readonly status: ExportStatus | 'deleted'
  readonly rows: number
  readonly rowsTotal: number | null
}

const shown = resource('exports', {
  table: 'export',
  scope: 'company',
  permission: 'export',
  body: z.object({}),
  read: {
    /** What was listed, in the language of the user who asked. */
    name: z.string(),
    /** The resource. */
    type: z.string(),
    format: ExportFormat,
    status: ExportStatus,
    /** Rows written so far, and how many there were when the writing began. */
    rows: z.int(),
    rowsTotal: z.int().nullable(),
    /** Of the file, in bytes. */
    size: z.int().nullable(),
    reason: z.enum(['revoked', 'filter', 'broken']).nullable(),
    userId: Ref('users'),
    createdDate: Instant,
    startedDate: Instant.nullable(),
    finishedDate: Instant.nullable(),
    expiresDate: Instant.nullable(),
  },
  versioned: false,
  sort: 'createdDate,desc',
  acts: ['list', 'get', 'delete'],
})

/** The user's own background exports, for as long as they are kept. */
export const exports = {
  ...shown,
  /** The list is named by `type`; filter and order are the list's own. */
  ask: endpoint('POST', '/export', {
    permission: 'task.export',
    query: ListQuery.pick({ search: true, sort: true, from: true }).extend({
      background: z.literal('true').default('true'),
      type: z.string().min(1).max(60),
    }),
    body: z.strictObject({
      name: Name(100),
      format: ExportFormat.default('csv'),
      columns: z.array(ExportColumn).min(1).max(exportColumnsMax),
      /** The clock of the page: moments are written by it, and named by it. That of the station or the company when absent. */
      zone: TimeZone.optional(),
    }),
    returns: z.object({ id: Id }),
    summary: 'Has a list written into a file in the background; what becomes of it stands in GET /exports',
  }),
  file: endpoint('GET', '/exports/:id/file', {
    permission: 'signedIn',
    query: z.strictObject({ download: z.enum(['true', 'false']).optional() }),
    returns: z.object({
      sha256: z.string(),
      companyId: Id,
      name: z.string(),
      contentType: z.string(),
      size: z.int(),
      /** Nobody keeps a copy under its address: tomorrow the user may have lost access. */
      passing: z.literal(true),
    }),
    gives: 'file',
    summary: 'The file of an export that is done, to the user who asked for it and still sees what is in it',
  }),
}

export const exportActs = actsBy('exports.status', ExportStatus, {
  download: { call: exports.file, in: ['done'] },
  delete: { call: exports.delete, in: ExportStatus.options },
})
