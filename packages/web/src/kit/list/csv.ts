import { byteOrderMark, csvLine } from '@forecourt/contract'
import { saveBlob } from '../../core/save.ts'

/** A table as CSV that Excel opens in the right encoding. */
export const csvOf = (rows: readonly (readonly string[])[]): string => byteOrderMark + rows.map(csvLine).join('')

/** Offers the text as a file. */
export const saveFile = (name: string, text: string, type = 'text/csv;charset=utf-8'): void => saveBlob(name, new Blob([text], { type }))
