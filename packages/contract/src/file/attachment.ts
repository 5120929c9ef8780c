import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import { endpoint, ListQuery, resource } from '../kit.ts'
import type { Permission } from '../permissions.ts'
import { Id, Instant, type FieldMeta, type RefSchema } from '../units.ts'

/** 1 MB is 1,048,576 bytes. @source decisions.md E7 */
export const megabyte = 1_048_576

/** What we take: the words a file's bytes are known by, what its name may end in, and what a browser calls it. */
export const fileKinds = {
  png: { mime: 'image/png', endings: ['png'], also: [] },
  jpg: { mime: 'image/jpeg', endings: ['jpg', 'jpeg'], also: ['image/jpg', 'image/pjpeg'] },
  gif: { mime: 'image/gif', endings: ['gif'], also: [] },
  pdf: { mime: 'application/pdf', endings: ['pdf'], also: [] },
  zip: { mime: 'application/zip', endings: ['zip'], also: ['application/x-zip-compressed'] },
  gz: { mime: 'application/gzip', endings: ['gz', 'tgz'], also: ['application/x-gzip', 'application/x-compressed-tar'] },
  csv: { mime: 'text/csv', endings: ['csv', 'txt'], also: ['text/plain', 'application/csv', 'application/vnd.ms-excel'] },
  xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', endings: ['xlsx'], also: [] },
  apk: { mime: 'application/vnd.android.package-archive', endings: ['apk'], also: ['application/zip'] },
} as const satisfies Record<string, { mime: string; endings: readonly string[]; also: readonly string[] }>
export type FileKind = keyof typeof fileKinds

export interface FileRule {
  readonly bytesMax: number
  readonly kinds: readonly FileKind[]
  /** Tables are offered by the ending csv alone; what comes under another one is refused by who reads it, in its own words. */
  readonly csvAlone?: true
  /** Who may put one up; `signedIn` is every user. */
  readonly write: Permission | 'signedIn'
  /** Who may see one besides the user who put it up. */
  readonly read: Permission | 'signedIn'
}
const pictures = ['png', 'jpg', 'gif'] as const
const picture = (write: FileRule['write']): FileRule => ({ bytesMax: 6 * megabyte, kinds: pictures, write, read: 'signedIn' })

/**
 * Each type of file, how large it may be, and what it may hold.
 * @source spec 1 §5 and §9; which types there are: requirement ORG-021
 */
export const fileRules = {
  companyPicture: { ...picture('org.company.write'), bytesMax: 2 * megabyte },
  stationPicture: picture('org.stationProfile.write'),
  dispenserPicture: picture('forecourt.dispenser.write'),
  userAvatar: { ...picture('signedIn'), kinds: ['png', 'jpg'] },
  itemPicture: picture('goods.item.write'),
  dealPicture: picture('deal.write'),
  rewardPicture: picture('reward.write'),
  invoice: { bytesMax: megabyte, kinds: ['pdf', 'png', 'jpg'], write: 'invoice.issue', read: 'order.sale.read' },
  software: { bytesMax: 50 * megabyte, kinds: ['zip', 'gz', 'apk'], write: 'file.software.write', read: 'file.software.write' },
  /** Text has no bytes that it is known by; what is in it is checked when it is read. */
  history: { bytesMax: 50 * megabyte, kinds: ['csv'], write: 'task.import', read: 'task.import' },
  /** Chips as their maker lists them. @source requirement CRD-049 */
  cardImport: { bytesMax: 10 * megabyte, kinds: ['csv'], write: 'chip.import', read: 'chip.import' },
  /** Numbers of cards to be issued, with their holders: at most 10,000 lines. */
  cardBatch: { bytesMax: 2 * megabyte, kinds: ['csv'], write: 'card.batch.write', read: 'card.batch.read' },
  /** What was handed over for cash that was paid into a card. */
  topUpReceipt: { bytesMax: 6 * megabyte, kinds: ['png', 'jpg', 'pdf'], write: 'card.charge', read: 'card.detail.read' },
  /** Members with their cards: at most 100,000 lines. */
  memberImport: { bytesMax: 20 * megabyte, kinds: ['csv', 'xlsx'], write: 'member.import.write', read: 'member.import.write' },
  /** Goods: at most 100,000 lines. */
  goodsImport: {
    bytesMax: 20 * megabyte,
    kinds: ['csv', 'xlsx'],
    csvAlone: true,
    write: 'goods.import.write',
    read: 'goods.import.write',
  },
  /** What was signed with a fleet. Leaders of other fleets read agreements, too: the papers are for those who bill. */
  agreement: { bytesMax: 10 * megabyte, kinds: ['pdf', 'png', 'jpg'], write: 'bill.agreement.write', read: 'bill.issue' },
  /** Contracts and licences of a fleet. */
  fleetPaper: { bytesMax: 6 * megabyte, kinds: ['pdf', 'png', 'jpg'], write: 'member.fleet.write', read: 'member.read' },
  /** Employees of a fleet with their vehicles: at most 5,000 lines. Leaders of other fleets may import, too, and read none of it. */
  employeeImport: { bytesMax: 2 * megabyte, kinds: ['csv', 'xlsx'], write: 'fleet.employee.write', read: 'member.fleet.write' },
  /** What the refinery or depot certifies of a load. */
  deliveryCertificate: { bytesMax: 6 * megabyte, kinds: ['pdf', 'png', 'jpg'], write: 'oilInfo.write', read: 'oilInfo.read' },
  /** Purchase contracts: at most 5,000 lines. */
  purchaseImport: { bytesMax: 2 * megabyte, kinds: ['csv'], write: 'supply.purchase.write', read: 'supply.purchase.read' },
  receipt: { bytesMax: 6 * megabyte, kinds: ['png', 'jpg', 'pdf'], write: 'order.create', read: 'order.sale.read' },
} as const satisfies Record<string, FileRule>
export type FileType = keyof typeof fileRules
export const FileType = z.enum(Object.keys(fileRules) as [FileType, ...FileType[]])

/** The id of a file of one type. The server keeps to the type and to the record's own company, and refuses any other id on the field. */
export const FileRef = (type: FileType) =>
  z
    .int()
    .positive()
    .meta({ ref: 'attachments', file: type } satisfies FieldMeta) as RefSchema<'attachments'>

/** No picture has a side longer than this, nor more pixels: one that is small when packed must not fill a browser's memory. */
export const pictureSideMax = 12_000
export const picturePixelsMax = 50_000_000

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
export const isPicture = (kind: FileKind): boolean => fileKinds[kind].mime.startsWith('image/')

/** What a file is called after the endings of its name, as far as its type allows it. */
export const claimedKind = (type: FileType, name: string): FileKind | undefined =>
  (fileRules[type].kinds as readonly FileKind[]).find(kind => (fileKinds[kind].endings as readonly string[]).includes(endingOf(name)))

const offeredEndings = (type: FileType, kind: FileKind): readonly string[] =>
  kind === 'csv' && (fileRules[type] as FileRule).csvAlone ? ['csv'] : fileKinds[kind].endings

/** For a file dialog: `.png,.jpg,.jpeg`. */
export const acceptOf = (type: FileType): string =>
  fileRules[type].kinds.flatMap(kind => offeredEndings(type, kind).map(ending => `.${ending}`)).join(',')

/** A text is told by its ending alone, so each of them is named; of other kinds one name says it. */
const calledOf = (type: FileType, kind: FileKind): readonly string[] => (kind === 'csv' ? offeredEndings(type, kind) : [kind])

/** What a refusal says of a type: `PNG, JPG`, and how many megabytes. */
export const fileDetail = (type: FileType) => ({
  kinds: fileRules[type].kinds.flatMap(kind => calledOf(type, kind).map(name => name.toUpperCase())).join(', '),
  max: fileRules[type].bytesMax / megabyte,
})

/** What stands against a file before it is sent; the server asks the same of what arrives. */
export function fileRefusal(type: FileType, { name, size }: { name: string; size: number }): ErrorCode | undefined {
  if (claimedKind(type, name) === undefined) return 'file.kind'
  if (size > fileRules[type].bytesMax) return 'file.tooLarge'
  return size === 0 ? 'file.empty' : undefined
}

export const Attachment = z.object({ id: Id, url: z.string(), name: z.string(), size: z.int() })
export type Attachment = z.output<typeof Attachment>

const shown = { type: FileType, name: z.string(), contentType: z.string(), size: z.int(), createdDate: Instant }

/** A file that was put up. A column that refers to one is `…_id bigint references attachment` and `FileRef(type)`. */
export const attachments = {
  ...resource('attachments', {
    table: 'attachment',
    scope: 'company',
    permission: 'file',
    body: z.object({}),
    read: shown,
    versioned: false,
    sort: 'createdDate,desc',
    acts: [],
  }),
  /** One file, as the field `file` of a form (multipart/form-data). Unused ones are forgotten after a day. */
  upload: endpoint('POST', '/upload', {
    permission: 'signedIn',
    query: z.strictObject({ type: FileType }),
    returns: Attachment,
    takes: 'file',
    summary: 'Puts up one file, as the field `file` of multipart/form-data',
  }),
  /** The bytes, of pictures as of papers to both halves of a session: pages fetch a picture before they show it. */
  file: endpoint('GET', '/attachments/:id', {
    permission: 'signedIn',
    query: z.strictObject({ download: z.enum(['true', 'false']).optional() }),
    returns: z.object({ sha256: z.string(), companyId: Id, name: z.string(), contentType: z.string(), size: z.int() }),
    gives: 'file',
    summary: 'The bytes of a file, under their own content type',
  }),
}

/** Files that claimed to be something we take and could not be read: kept apart for the operator, never served, gone after 30 days. */
export const quarantinedFiles = {
  list: endpoint('GET', '/quarantinedFiles', {
    permission: 'file.quarantine.read',
    query: ListQuery.pick({ page: true, size: true }),
    returns: z.object({
      content: z.array(z.object({ id: Id, ...shown, sha256: z.string(), createdBy: z.string() })),
      totalElements: z.int(),
    }),
    summary: 'Files that could not be read and are kept apart',
  }),
}
