/** Spreadsheets run what begins like this; a quote before it keeps it text. Plain negative numbers stay numbers. */
const formula = /^[=+\-@\t\r]/
const number = /^-?\d[\d,]*(\.\d+)?$/

function cellOf(value: string): string {
  const safe = formula.test(value) && !number.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A table as CSV that Excel opens in the right encoding. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map(row => row.map(cellOf).join(',')).join('\r\n')}\r\n`

/** Offers the text as a file. */
export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
