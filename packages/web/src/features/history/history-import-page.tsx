import { allows, historyActs, historyImports, historyPartNames, type RowOf } from '@forecourt/contract'
import { useEffect, useState } from 'react'
import { call } from '../../core/api.ts'
import { download } from '../../core/download.ts'
import { count } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { language, t, wordsFor } from '../../i18n/index.ts'
import { StatusTag, UnderWay } from '../../kit/detail/figures.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Drawer } from '../../kit/ui.ts'
import { NewImport } from './new-import.tsx'
import './history.css'

type Import = RowOf<typeof historyImports>
const againMs = 900
/** It failed while it was being brought in: what is in stays, and the rest can follow. */
const goesOn = ({ status, brought }: Import) => status === 'fail' && brought !== null
const isBusy = ({ status }: Import) => status === 'checking' || status === 'running'

/** `油站 12，销售 4,031`: how many of each. */
const countsWords = (counts: Record<string, number> | null): string =>
  counts === null
    ? '—'
    : Object.entries(counts)
        .filter(([, value]) => value > 0)
        .map(([name, value]) => `${wordsFor(`historyImports.part_${name}`)} ${count(value)}`)
        .join(t('kit.comma')) || t('historyImports.nothing')
const found = (row: Import) => countsWords(row.found)
const brought = (row: Import) => countsWords(row.brought)

/** What it is at, and how far: of reading the share, of bringing in how many sales of how many. */
function Status({ row }: { row: Import }) {
  const tag = <StatusTag of="historyImports" field="status" value={row.status} />
  if (!isBusy(row) || row.step === null) return tag
  const { step, done, total } = row
  const share = total ? Math.min(100, Math.floor((100 * done) / total)) : undefined
  const words = t(`historyImports.at_${step}`, { share: share ?? 0, done: count(done), total: count(total ?? 0) })
  return <UnderWay tag={tag} label={t('historyImports.progress')} share={share} words={words} />
}

const columns: readonly ColumnInput<Import>[] = [
  { path: 'createdDate', width: 170 },
  { path: 'source', width: 150 },
  { path: 'status', width: 300, cell: row => <Status row={row} />, text: row => choiceLabel('historyImports', 'status', row.status) },
  { path: 'found', width: 260, cell: found, text: found, sort: false },
  { path: 'problems', width: 90 },
  { path: 'brought', width: 280, cell: brought, text: brought, sort: false },
  { path: 'userId', width: 130 },
  { path: 'finishedDate', width: 170, hidden: true },
]
const filters: readonly FilterInput<Import>[] = ['source', 'status', { path: 'createdDate', time: true }]

/** 历史数据导入: files are put up, read by a mapping, checked without writing, and brought in when somebody says so. */
export default function HistoryImportPage() {
  const { title, visible } = usePage()
  const may = useMay('task.import')
  const [making, setMaking] = useState(false)
  const list = useList<Import>(historyImports, { columns, filters })
  const busy = list.rows?.some(isBusy) ?? false
  const { refetch } = list.list
  useEffect(() => {
    if (!busy || !visible) return undefined
    const timer = setInterval(() => void refetch(), againMs)
    return () => clearInterval(timer)
  }, [busy, visible, refetch])
  const begun = () => {
    setMaking(false)
    void refetch()
  }
  return (
    <>
      <ListView
        list={list}
        label={title}
        onNew={may ? () => setMaking(true) : undefined}
        newLabel={t('historyImports.new')}
        rowActions={row => <Acts row={row} onDone={() => void refetch()} />}
        expand={row => <Examples row={row} />}
        emptyHint={t('historyImports.emptyHint')}
      />
      <Drawer open={making} onClose={() => setMaking(false)} title={t('historyImports.new')} size="min(720px, 100vw)" destroyOnHidden>
        <NewImport onBegun={begun} />
      </Drawer>
    </>
  )
}

/** `sales.csv` is the file of the sales, whatever it was called when it was uploaded. */
function fileWords(file: string): string {
  const part = historyPartNames.find(name => `${name}.csv` === file)
  return part ? t(`historyImports.part_${part}`) : file
}

/** The first rows that were refused, each with what is wrong with it; all of them stand in the error file. */
function Examples({ row }: { row: Import }) {
  if (row.examples.length === 0) return <p>{t('historyImports.noProblems')}</p>
  return (
    <>
      {row.status === 'refused' && <p>{t('historyImports.refusedRows', { count: row.problems })}</p>}
      <table className="f-history-problems">
        <thead>
          <tr>
            {(['inFile', 'inRow', 'inColumn', 'wrong'] as const).map(head => (
              <th key={head} scope="col">
                {t(`historyImports.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row.examples.map(({ file, line, column, words }, at) => (
            <tr key={at}>
              <td>{fileWords(file)}</td>
              <td className="k-number">{line === null ? '—' : count(line)}</td>
              <td>{column ?? '—'}</td>
              <td>{words[language()]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {row.problems > row.examples.length && <p>{t('historyImports.more', { count: count(row.problems - row.examples.length) })}</p>}
    </>
  )
}

function Acts({ row, onDone }: { row: Import; onDone: () => void }) {
  const may = useMay('task.import')
  const confirm = useConfirm()
  const toast = useToast()
  const ask = async (act: 'run' | 'cancel') => {
    const words = act === 'run' && goesOn(row) ? 'goOn' : act
    const sure = await confirm({
      text: t(`historyImports.${words}Ask`, { source: row.source, found: found(row) }),
      ok: t(`historyImports.${words}`),
      danger: act === 'cancel',
      act: () => call(historyImports[act], { id: row.id }),
    })
    if (!sure) return
    toast.done(t(`historyImports.${act}Done`))
    onDone()
  }
  return (
    <>
      {may && allows(historyActs.run, row.status) && (row.status !== 'fail' || goesOn(row)) && (
        <Button type="link" size="small" onClick={() => void ask('run')}>
          {t(goesOn(row) ? 'historyImports.goOn' : 'historyImports.run')}
        </Button>
      )}
      {row.problems > 0 && (
        <Button type="link" size="small" onClick={() => void download(historyImports.problems, row.id)}>
          {t('historyImports.errorFile')}
        </Button>
      )}
      {may && allows(historyActs.cancel, row.status) && (
        <Button type="link" size="small" danger onClick={() => void ask('cancel')}>
          {t('historyImports.cancel')}
        </Button>
      )}
    </>
  )
}
