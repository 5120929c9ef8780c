import { fileKinds, itemImportLinesMost } from '@forecourt/contract'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { rowsOfText, textOf, type TableLine } from '../../platform/sheet/read-text.ts'
import { Damaged, eachRowOfWorkbook } from '../../platform/sheet/read-xlsx.ts'
import { files, keyOf } from '../../platform/storage/store.ts'

export interface GoodsFile {
  readonly id: number
  readonly companyId: number
  readonly name: string
  readonly contentType: string
  readonly sha256: string
}

/** @throws notFound on the field */
export async function fileOf({ tx }: Ctx, companyId: number, id: number): Promise<GoodsFile> {
  const file = await tx
    .selectFrom('attachment')
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .where('type', '=', 'goodsImport')
    .select(['id', 'companyId', 'name', 'contentType'])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .executeTakeFirst()
  return file ?? refuse('notFound', { field: 'attachmentId' })
}

/** A text file is none of the two that are taken, although its bytes look alike. @source requirement GDS-016 */
export const isTaken = ({ name }: Pick<GoodsFile, 'name'>): boolean => /\.(csv|xlsx)$/i.test(name)

/** The rows of a file, one after the other. @param most so many are read, and no more @throws Damaged where it is neither */
export async function* rowsOf(file: GoodsFile, most = itemImportLinesMost + 2): AsyncGenerator<TableLine> {
  const bytes = await buffer(await files().open(keyOf(file.companyId, file.sha256)))
  if (file.contentType === fileKinds.xlsx.mime) return yield* eachRowOfWorkbook(bytes, most)
  const text = textOf(bytes)
  if (text === undefined) throw new Damaged()
  yield* rowsOfText(text, most)
}

/** The first rows of a file; none where it is neither. */
export const firstRows = (file: GoodsFile, most: number): Promise<TableLine[]> =>
  Array.fromAsync(rowsOf(file, most)).catch(thrown => (thrown instanceof Damaged ? [] : Promise.reject(thrown)))
