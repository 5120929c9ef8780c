/** How a spreadsheet takes a cell: as words, as a number of so many decimals, or as a moment on a clock. */
export type CellType = 'text' | 'whole' | 'hundredths' | 'thousandths' | 'moment' | 'day'

/** Some rows at once; each cell is the text that a person reads. */
export type Rows = AsyncIterable<readonly (readonly string[])[]>

export interface SheetColumn {
  readonly title: string
  readonly type: CellType
}
