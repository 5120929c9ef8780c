interface SmallTableProps {
  label: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  total: readonly string[]
  /** So many columns from the left are words; the others are figures. */
  texts?: number
}

/** A few rows that are read, not searched. */
export function SmallTable({ label, heads, rows, total, texts = 1 }: SmallTableProps) {
  const side = (at: number) => (at < texts ? undefined : 'bill-figure')
  return (
    <div className="bill-small" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" className={side(at)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, at) => (
                <td key={heads[at]} className={side(at)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            {total.map((cell, at) => (
              <td key={heads[at]} className={side(at)}>
                {cell}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
