import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { pages, type PageName } from '../pages.ts'
import { Id, Instant } from '../units.ts'

const PageNamed = z.enum(pages.map(({ name }) => name) as [PageName, ...PageName[]])

/** Which columns are shown and hidden, in which order and how wide. */
export const ColumnChoice = z.strictObject({
  show: z.array(z.string().max(80)).max(100),
  hide: z.array(z.string().max(80)).max(100),
  widths: z.record(z.string().max(80), z.int().min(20).max(2000)).optional(),
})
export type ColumnChoice = z.output<typeof ColumnChoice>

const atMost = (count: number) => (kept: object) => Object.keys(kept).length <= count
const Looks = {
  name: z.string().trim().min(1).max(30),
  /** What the address of the page holds: filters, order, size. */
  search: z.record(z.string().max(80), z.string().max(500)).refine(atMost(40), 'tooMuch'),
  columns: ColumnChoice.nullable().default(null),
}

export const SavedView = z.object({
  id: Id,
  version: z.int(),
  page: z.string(),
  ...Looks,
  shared: z.boolean(),
  /** Saved by the caller. */
  own: z.boolean(),
  /** Whether the caller may rename, replace and delete it. */
  mayEdit: z.boolean(),
  /** Who saved it. */
  savedBy: z.string(),
  modifiedDate: Instant,
})
export type SavedView = z.output<typeof SavedView>

/** A user may keep so many views on one page. */
export const viewsAtMost = 50

export const savedViews = {
  list: endpoint('GET', '/savedViews', {
    permission: 'signedIn',
    returns: z.object({ content: z.array(SavedView), totalElements: z.int() }),
    summary: 'The caller’s saved views of all pages, and those shared in the company, of pages that the caller may open',
  }),
  create: endpoint('POST', '/savedViews', {
    permission: 'signedIn',
    body: z.strictObject({ page: PageNamed, ...Looks }),
    returns: SavedView,
    summary: 'Saves filters, order, size and columns of a list under a name, for the caller alone',
  }),
  update: endpoint('PUT', '/savedViews/:id', {
    permission: 'signedIn',
    body: z.strictObject({ version: z.int(), ...Looks }),
    returns: SavedView,
    summary: 'Renames or replaces a view: one’s own, or a shared one by anyone who may share',
  }),
  delete: endpoint('DELETE', '/savedViews/:id', {
    permission: 'signedIn',
    returns: z.object({ id: Id }),
    summary: 'Deletes a view: one’s own, or a shared one by anyone who may share',
  }),
  share: endpoint('POST', '/savedViews/:id/share', {
    permission: 'access.view.share',
    returns: SavedView,
    summary: 'Shows a view to everyone of the company who may open its page',
  }),
  unshare: endpoint('DELETE', '/savedViews/:id/share', {
    permission: 'access.view.share',
    returns: SavedView,
    summary: 'Takes a shared view back to the user who saved it',
  }),
}
