import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { endpoint, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'
import { Cents, CentsPerL, Id, Instant, LocalDate, Ref, Text } from '../units.ts'

/** 入库, 调拨, 报损, 盘点. */
export const GoodsDocumentKind = z.enum(['receipt', 'move', 'writeOff', 'stocktake'])
/** 盘点中, 已登记, 已取消, 已冲销. */
export const GoodsDocumentStatus = z.enum(['open', 'booked', 'cancelled', 'reversed'])
/** 过期, 破损, 丢失, 自用, 其他. */
export const WriteOffReason = z.enum(['expired', 'damaged', 'lost', 'ownUse', 'other'])

const records = resource('goodsDocuments', {
  table: 'goods_document',
  scope: 'station',
  permission: 'goods.stock',
  acts: ['list', 'get'],
  body: z.object({}),
  read: {
    kind: GoodsDocumentKind,
    status: GoodsDocumentStatus,
    stationId: Ref('stations'),
    toStationId: Ref('stations').nullable(),
    supplierId: Ref('suppliers').nullable(),
    documentNo: z.string(),
    day: LocalDate,
    reason: WriteOffReason.nullable(),
    remark: z.string(),
    lines: z.int(),
    /** Into the shelf above nothing, out of it below. */
    pieces: z.int(),
    createdById: Ref('users').nullable(),
    createdDate: Instant,
    endedById: Ref('users').nullable(),
    endedDate: Instant.nullable(),
  },
  many: { documentLines: ['goodsDocumentLines', 'goodsDocumentId'] },
  versioned: false,
  sort: 'createdDate,desc',
  totals: ['pieces'],
})

export const goodsDocumentLines = resource('goodsDocumentLines', {
  table: 'goods_document_line',
  scope: 'station',
  permission: 'goods.stock',
  acts: ['list'],
  body: z.object({}),
  read: {
    goodsDocumentId: Ref('goodsDocuments'),
    line: z.int(),
    stationId: Ref('stations'),
    itemId: Ref('items'),
    pieces: z.int(),
    /** What the book said at the last scan, and how many were found. */
    bookPieces: z.int().nullable(),
    countedPieces: z.int().nullable(),
    scannedDate: Instant.nullable(),
  },
  versioned: false,
  sort: 'line,asc',
  totals: ['pieces'],
})

const Pieces = z.int().min(1).max(1_000_000)
const Line = z.strictObject({ itemId: Ref('items'), pieces: Pieces })
const ReceiptLine = Line.extend({
  /** Of one piece, with tax. Only for those who may see purchase prices; it can be entered later. */
  priceCents: CentsPerL.optional(),
})
const linesOf = <L extends z.ZodType<{ itemId: number }>>(line: L) =>
  z
    .array(line)
    .min(1)
    .max(200)
    .refine(lines => new Set(lines.map(({ itemId }) => itemId)).size === lines.length, 'itemTwice')
const Booked = z.object({ id: Id, lines: z.int(), pieces: z.int() })

/** What a scan found: the article, the book at this moment, and how many have been counted. */
export const Scanned = z.object({
  id: Id,
  itemId: Id,
  name: z.string(),
  code: z.string(),
  bookPieces: z.int(),
  countedPieces: z.int(),
  /** The book has changed since the article was scanned before: it is to be counted again. */
  changedPieces: z.int(),
})

export const goodsDocuments = {
  ...records,
  /** 入库. */
  receive: endpoint('POST', '/goodsDocuments/receipt', {
    permission: 'goods.stock.write',
    idempotent: true,
    body: z.strictObject({
      stationId: Ref('stations'),
      supplierId: Ref('suppliers').nullable().default(null),
      documentNo: Text(40).default(''),
      remark: Text(200).default(''),
      items: linesOf(ReceiptLine),
    }),
    returns: Booked,
    summary: 'Receives goods of a supplier; prices may be given by those who may see them, or entered later',
  }),
  /** 调拨. */
  move: endpoint('POST', '/goodsDocuments/move', {
    permission: 'goods.stock.write',
    idempotent: true,
    body: z.strictObject({
      stationId: Ref('stations'),
      toStationId: Ref('stations'),
      remark: Text(200).default(''),
      items: linesOf(Line),
    }),
    returns: Booked,
    summary: 'Moves goods to another station of the company, both shelves in one act, found there by their code',
  }),
  /** 报损. */
  writeOff: endpoint('POST', '/goodsDocuments/writeOff', {
    permission: 'goods.stock.write',
    idempotent: true,
    body: z.strictObject({
      stationId: Ref('stations'),
      reason: WriteOffReason,
      /** Needed where the reason is another. */
      remark: Text(200).default(''),
      items: linesOf(Line),
    }),
    returns: Booked,
    summary: 'Writes goods off, with the reason',
  }),
  /** 冲销. */
  reverse: endpoint('POST', '/goodsDocuments/:id/reverse', {
    permission: 'goods.stock.write',
    idempotent: true,
    body: z.strictObject({ remark: Text(200).default('') }),
    returns: Booked,
    summary: 'Takes a document back by its mirror; a shelf that does not hold the pieces any more refuses it',
  }),
  /** 盘点. */
  count: endpoint('POST', '/goodsDocuments/stocktake', {
    permission: 'goods.stock.write',
    body: z.strictObject({ stationId: Ref('stations'), remark: Text(200).default('') }),
    returns: z.object({ id: Id }),
    summary: 'Begins to count goods at a station; sales go on',
  }),
  scan: endpoint('POST', '/goodsDocuments/:id/scan', {
    permission: 'goods.stock.write',
    idempotent: true,
    body: z.strictObject({
      /** A barcode, or the code of the article. */
      code: z.string().trim().min(1).max(40),
      /** Added to what was counted of it before, unless it is to replace that. */
      pieces: z.int().min(0).max(1_000_000).default(1),
      replace: z.boolean().default(false),
    }),
    returns: Scanned,
    summary: 'Counts an article: the book is noted as it is at this moment',
  }),
  book: endpoint('POST', '/goodsDocuments/:id/book', {
    permission: 'goods.stock.write',
    idempotent: true,
    body: z.strictObject({
      /** Of the action `goods.stocktake` and the subject `goodsDocuments:<id>`. */
      pinProof: PinProof,
    }),
    returns: Booked,
    summary: 'Books the differences of a count; what was sold since an article was scanned is not touched',
  }),
  cancel: endpoint('POST', '/goodsDocuments/:id/cancel', {
    permission: 'goods.stock.write',
    returns: z.object({ id: Id }),
    summary: 'Ends a count without booking anything',
  }),
  /** 录入进价. */
  price: endpoint('POST', '/goodsDocuments/:id/prices', {
    permission: 'goods.cost.write',
    body: z.strictObject({
      items: z
        .array(z.strictObject({ itemId: Ref('items'), priceCents: CentsPerL }))
        .min(1)
        .max(200)
        .refine(lines => new Set(lines.map(({ itemId }) => itemId)).size === lines.length, 'itemTwice'),
    }),
    returns: z.object({ id: Id, amountCents: Cents }),
    summary: 'Enters what the pieces of a receipt cost, with tax; what was entered before is replaced',
  }),
}

export const goodsDocumentActs = actsBy('goodsDocuments.status', GoodsDocumentStatus, {
  scan: { call: goodsDocuments.scan, in: ['open'] },
  book: { call: goodsDocuments.book, in: ['open'] },
  cancel: { call: goodsDocuments.cancel, in: ['open'] },
  reverse: { call: goodsDocuments.reverse, in: ['booked'] },
})

/** Every piece that came to a shelf or left it. */
export const goodsMoves = resource('goodsMoves', {
  table: 'goods_move',
  scope: 'station',
  permission: 'goods.stock',
  acts: ['list'],
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    itemId: Ref('items'),
    kind: z.enum(['opening', 'receipt', 'moveIn', 'moveOut', 'writeOff', 'stocktake', 'reversal', 'sale', 'return']),
    pieces: z.int(),
    goodsDocumentId: Ref('goodsDocuments').nullable(),
    orderId: Ref('orders').nullable(),
    userId: Ref('users').nullable(),
    createdDate: Instant,
  },
  versioned: false,
  sort: 'createdDate,desc',
  totals: ['pieces'],
})

/** What was paid for goods. Company roles and book-keepers read it; nobody who works in a station does. */
export const goodsCosts = resource('goodsCosts', {
  table: 'goods_cost',
  scope: 'station',
  permission: 'goods.cost',
  acts: ['list'],
  body: z.object({}),
  read: {
    goodsDocumentId: Ref('goodsDocuments'),
    stationId: Ref('stations'),
    itemId: Ref('items'),
    day: LocalDate,
    pieces: z.int(),
    priceCents: CentsPerL.nullable(),
    amountCents: Cents,
    enteredById: Ref('users').nullable(),
    createdDate: Instant,
  },
  versioned: false,
  sort: 'createdDate,desc',
  totals: ['pieces', 'amountCents'],
})

/** What stands on the shelves, at the average of what was paid for it. */
export const goodsValues = resource('goodsValues', {
  table: 'goods_value',
  scope: 'station',
  permission: 'goods.cost',
  acts: ['list'],
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    itemId: Ref('items'),
    pieces: z.int(),
    averageCents: Cents.nullable(),
    valueCents: Cents.nullable(),
    lastReceiptDay: LocalDate.nullable(),
  },
  versioned: false,
  sort: 'valueCents,desc',
  totals: ['valueCents'],
})
