/** UTF-8 where it can be read so, else as Chinese spreadsheets write; nothing where it is no text. */
export function textOf(bytes: Uint8Array): string | undefined {
  for (const encoding of ['utf-8', 'gbk'])
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      return text.includes('\u0000') ? undefined : text
    } catch {
      // The next one is tried.
    }
  return undefined
}

const delimiters = [',', '\t', ';', '|']
/** Which of the usual marks parts the columns of a line. */
export const delimiterOf = (line: string) =>
  delimiters.reduce((best, each) => (line.split(each).length > line.split(best).length ? each : best), delimiters[0]!)
