import type { BaseRow } from '@forecourt/contract'
import { Table } from 'antd'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { DataTable } from '../src/kit/list/data-table.tsx'
import type { Column } from '../src/kit/list/columns.ts'
import { addWords } from '../src/i18n/index.ts'
import words from '../src/kit/i18n/zh.ts'

addWords(words)

/** Fifty rows of twenty columns, by the library's own table (?of=antd) and by the kit's: the same rows, the same buttons. */
const [wide, long] = [20, 50]
const rowsOf = (turn: number): BaseRow[] =>
  Array.from({ length: long }, (_, row) => ({
    id: turn * long + row,
    ...Object.fromEntries(Array.from({ length: wide }, (_, column) => [`c${column}`, `${turn}.${row}.${column}`])),
  }))
const keys = Array.from({ length: wide }, (_, column) => `c${column}`)
const antdColumns = keys.map(key => ({ key, dataIndex: key, title: key, width: 120 }))
const columns: Column[] = keys.map(key => ({ key, title: key, width: 120, hidden: false, hideFor: [], align: 'left' }))

function Bench() {
  const [turn, setTurn] = useState(0)
  const [selected, setSelected] = useState<readonly number[]>([])
  const [rows, setRows] = useState(() => rowsOf(0))
  const next = () => {
    setTurn(turn + 1)
    setRows(rowsOf(turn + 1))
    setSelected([])
  }
  return (
    <>
      <button type="button" id="next" onClick={next}>
        next
      </button>
      {location.search === '?of=antd' ? (
        <Table
          key={turn}
          columns={antdColumns}
          dataSource={rows}
          rowKey="id"
          pagination={false}
          scroll={{ x: 2400 }}
          rowSelection={{ selectedRowKeys: [...selected], onChange: chosen => setSelected(chosen as number[]) }}
        />
      ) : (
        <DataTable
          key={turn}
          label="rows"
          columns={columns}
          rows={rows}
          selected={new Set(selected)}
          onSelect={chosen => setSelected([...chosen])}
        />
      )}
    </>
  )
}

createRoot(document.getElementById('root')!).render(<Bench />)
