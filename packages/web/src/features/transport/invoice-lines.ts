export interface InvoiceLine {
  billNo: string
  weightKg: number | null
  volumeCl: number | null
  priceCents: number | null
  amountCents: number
}

/** A decimal figure in so many smaller units, read as digits so that nothing is lost; undefined where it is no figure. */
function scaled(text: string, places: number): number | null | undefined {
  if (text === '') return null
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.replaceAll(' ', '')) ?? []
  if (whole === undefined || part.slice(places).replaceAll('0', '') !== '') return undefined
  return Number(whole + part.slice(0, places).padEnd(places, '0'))
}

/** Cells of a line: by tabs as a spreadsheet copies them, else by commas; then thousands have no separators. */
const cellsOf = (line: string) =>
  line.includes('\t') ? line.split('\t').map(cell => cell.trim().replaceAll(/[,，]/g, '')) : line.split(/[,，]/).map(cell => cell.trim())

/** Number, tons or litres, unit price, amount. @returns the lines, or the first that cannot be read */
export function readLines(text: string, byLitre: boolean): { lines: InvoiceLine[] } | { line: number; text: string } {
  const lines: InvoiceLine[] = []
  for (const [at, row] of text.split(/\r?\n/).entries()) {
    if (row.trim() === '') continue
    const [billNo = '', quantity = '', price = '', amount = ''] = cellsOf(row)
    const quantityRead = scaled(quantity, byLitre ? 2 : 3)
    const [priceCents, amountCents] = [scaled(price, 2), scaled(amount, 2)]
    if (billNo === '' || quantityRead === undefined || priceCents === undefined || amountCents == null) return { line: at + 1, text: row }
    lines.push({ billNo, weightKg: byLitre ? null : quantityRead, volumeCl: byLitre ? quantityRead : null, priceCents, amountCents })
  }
  return { lines }
}
