import type { ChartPoint } from '@forecourt/contract'

/** A height in millimetres and litres with at most two decimals, as spreadsheets of all countries write them. */
const line = /^"?(\d{1,5})"?\s*[;,\t ]\s*"?(\d{1,7})(?:[.,](\d{1,2}))?"?$/

/** The points of a tank chart as it is typed, pasted or read from a CSV file; the first line that is none, counted from 1. */
export function readChart(text: string): { points: ChartPoint[]; fault: number | undefined } {
  const points: ChartPoint[] = []
  for (const [at, written] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const words = written.trim()
    const [, height, litres, decimals = ''] = line.exec(words) ?? []
    const isHead = at === 0 && !/^"?\d/.test(words)
    if (words === '' || isHead) continue
    if (height === undefined || litres === undefined) return { points, fault: at + 1 }
    points.push({ heightMm: Number(height), volumeCl: Number(litres + decimals.padEnd(2, '0')) })
  }
  return { points, fault: undefined }
}
