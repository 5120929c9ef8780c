import { userTopic, type ExportTold } from '@forecourt/contract'
import { tellPages } from '../../platform/live/notices.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** Tells the pages of the user who asked how an export stands, and nobody else. */
export const tellOwner = (tx: Tx, { userId, id, ...stands }: { userId: number } & Omit<ExportTold, 'method'>): Promise<unknown> =>
  tellPages(tx, { topic: userTopic(userId, 'exports'), payload: { method: 'export.stands', id, ...stands } satisfies ExportTold })
