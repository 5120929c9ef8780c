import type { z } from 'zod'
import type { Groups } from './grouped.ts'
import type { LaterOf, ManyOf } from './rows.ts'

/**
 * Who may see a row: everyone of its company; everyone of its station; for `site`, whose rows are stations, everyone who works there;
 * for `tenant`, whose rows are companies, everyone of that company; for `headOffice`, whose rows are groups of companies, everyone of
 * those.
 */
export type Scope = 'company' | 'station' | 'site' | 'tenant' | 'headOffice'

/** How far back a user may look, by kind of record. @source spec 1 §3 "search limits (recent days …)" */
export type SearchLimit = 'orderDays' | 'orderItemDays' | 'classSettleDays' | 'dailyReportDays' | 'cardDetailDays'

/** What is declared of a record besides its fields. */
export interface Declared {
  /** The database table. Fields are its columns in snake case. */
  table: string
  /** The table that is written to, where the rows are read from a view that adds to it. */
  storedIn?: string
  /** A field depends on the moment at which a row is read: its module says how (`rowsAt` of the server). */
  at?: true
  scope: Scope
  /**
   * The permission with which rows of no company are seen besides: their `companyId` is null. Lists of such a caller are not narrowed to a
   * selected company.
   */
  unassigned?: string
  /** `<permission>.read` for list and get, `<permission>.write` for the rest. */
  permission: string
  /**
   * What is shown of it where another record refers to it, to somebody who may not read it itself: a name, a number.
   * Without the right to read it, nothing else of it is expanded, searched or sorted by.
   */
  label?: readonly string[]
  /** Fields of the label that are left out of records where this other field, a boolean, is true. */
  labelUnless?: Readonly<Record<string, string>>
  /** Rows of other resources that point here: relation name → [resource, its field]. */
  many?: ManyOf
  /**
   * One of `many` whose rows say at which stations a record belongs: a user who works in stations reads those that belong to them. Other
   * records may still be referred to, and are then known by their label.
   */
  stationsBy?: string
  /**
   * Relations of the specification whose records are not kept yet, with what may be expanded of them: asked for, they answer an empty
   * list, so that a client is written once. @source spec 1 §7
   */
  later?: LaterOf
  /** Other names under which a field may be searched and sorted; `card.group` is one for what a card product does not have itself. */
  aliases?: Record<string, string>
  /** Its rows are seen as far back as the user's limit says, by their `createdDate`. */
  recent?: SearchLimit
  /** Text of which any part is found by an index, where there are many rows (docs/search.md). */
  substrings?: readonly string[]
  /** Text whose last letters are found by an index that has it backwards (`number:*1234`; docs/search.md). */
  tails?: readonly string[]
  /** Fields that are neither searched nor sorted by. */
  unsearchable?: readonly string[]
  /** Order of a list that names none, e.g. `createdDate,desc`. */
  sort: string
  /** Rows that are equal in the order of a list stand by their ids, in its direction; with `asc` always the oldest first. */
  ties?: 'asc'
  /** Adding, changing or deleting a row moves money or fuel: an Idempotency-Key is honoured. */
  idempotent?: true
  /**
   * What the statistics count of it, so that totals over these fields and over whole days need not read the rows: the fact, and the sum
   * of the aggregates behind each field of `totals`. Its dimension `status` has the fields status, type and payType.
   */
  counted?: {
    readonly fact: 'order' | 'payment' | 'card'
    readonly fields: readonly string[]
    readonly sums: Readonly<Record<string, string>>
  }
  /**
   * A table that keeps how many rows there are, and the fields that they are counted by: columns of the same names, and one called count.
   * How long a list under a filter over these alone is, is read from there.
   */
  counts?: {
    readonly table: string
    readonly by: readonly string[]
    /** Its columns of which a field of `totals` is the sum: then what such a list comes to is read from there, too. */
    readonly sums?: Readonly<Record<string, readonly string[]>>
  }
  /** What GET /<name>/statistics may group its rows by; in the web it is read from `recordGroups`. */
  groups?: Groups
  /** False where no form edits the record: its table has no `version`. */
  versioned?: boolean
  /** An edit answers related records that are asked for by `expand`, as reading one does. Its handler is that of `crud`. */
  updateExpands?: boolean
  /** How many rows a page has where the call does not say it; 15 when absent. */
  pageSize?: number
  /** Another spelling of its name in the address of a call, which is answered alike. @source decision A23 */
  spelledAlso?: string
  /** Acts that a list offers for many records at once, each done and refused by itself. */
  bulk?: readonly ('update' | 'delete')[]
  /** The calls there are; all of them when absent. */
  acts?: readonly Act[]
}

/** What `resource` takes: the declared shapes and relations are parts of its type, for they make the type of its rows. */
export interface ResourceSpec<
  B extends z.ZodRawShape,
  R extends z.ZodRawShape = {},
  A extends z.ZodRawShape = {},
  Many extends ManyOf = {},
  Later extends LaterOf = {},
  Label extends string = never,
  Unless extends string = never,
  Versioned extends boolean = true,
  Beside extends object = {},
> extends Declared {
  /** What a user enters. A field made by `Ref` is also a relation to search and expand by. */
  body: z.ZodObject<B>
  /** What a row shows besides; never written through the form. */
  read?: R
  /** What adding and editing take besides the record's own fields. */
  also?: A
  /**
   * What a handler of its own puts into some of its answers: `{} as { … }`, for it is in the type of a row alone. It is no column: neither
   * searched nor sorted by, and not in every row.
   */
  beside?: Beside
  /** Whole-number fields that GET /<name>/statistics adds up over the same filter. */
  totals?: readonly string[]
  many?: Many
  later?: Later
  label?: readonly Label[]
  labelUnless?: Readonly<Record<Unless, string>>
  versioned?: Versioned
}

export type Act = 'list' | 'get' | 'create' | 'update' | 'delete'
