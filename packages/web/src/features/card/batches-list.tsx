import { cardBatches, type RowOf } from '@forecourt/contract'
import { useMemo, useState, type ReactNode } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActForm, SideForm } from '../../kit/form/forms.tsx'
import type { ControlProps } from '../../kit/form/control-props.ts'
import type { Values } from '../../kit/form/values.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { csvOf, saveFile } from '../../kit/list/csv.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { grouped } from '../../kit/show.ts'
import { Button } from '../../kit/ui.ts'
import { UploadInput } from '../../kit/upload/upload-input.tsx'
import { useAgain } from '../../kit/use-again.ts'
import { useIdentity } from './identity.ts'
import { BatchDrawer } from './batch-drawer.tsx'

type Batch = RowOf<typeof cardBatches>
const columns: readonly ColumnInput<Batch>[] = [
  { path: 'createdDate', width: 170 },
  { path: 'first', width: 190, cell: ({ first }) => grouped(first, 'cardNumber') },
  { path: 'fileName', width: 180 },
  { path: 'kind', width: 110 },
  'cardId',
  { path: 'status', width: 120 },
  { path: 'total', width: 90 },
  { path: 'issued', width: 90 },
  { path: 'refused', width: 90 },
  'userId',
  { path: 'finishedDate', hidden: true },
]
const filters: readonly FilterInput<Batch>[] = [{ path: 'createdDate', time: true }, 'status', 'fileName', 'kind', 'cardId', 'userId']

/** 批量开户: what was asked for, and what became of each row. */
export default function BatchesList({ children }: { children: ReactNode }) {
  const { title, search, setSearch } = usePage()
  const list = useList<Batch>(cardBatches, { columns, filters, periodBar: false })
  const mayBegin = useMay('card.batch.write')
  const open = (record: number | 'new' | undefined) =>
    setSearch(now => ({ ...Object.fromEntries(Object.entries(now).filter(([name]) => !name.startsWith('rows.'))), record }))
  useAgain(list.rows?.some(({ status }) => status === 'running') ?? false, list.list.refetch)
  const id = Number(search['record'])
  return (
    <>
      <ListView
        list={list}
        label={title}
        onOpen={row => open(row.id)}
        {...(mayBegin && { onNew: () => open('new'), newLabel: t('cardBatches.title') })}
        emptyHint={t('cardBatches.none')}>
        {children}
      </ListView>
      <SideForm title={t('cardBatches.title')} open={search['record'] === 'new'} onClose={() => open(undefined)}>
        <Begin onBegun={open} onCancel={() => open(undefined)} />
      </SideForm>
      <BatchDrawer id={Number.isSafeInteger(id) && id > 0 ? id : undefined} onClose={() => open(undefined)} />
    </>
  )
}

const changes = ['cardBatches', 'userCards']
/** What is asked, by how the numbers are given. */
const fieldsOf = (byFile: boolean) => [
  'kind',
  'cardId',
  'parentId',
  ...(byFile ? ['attachmentId'] : ['first', 'count']),
  'awaitsChip',
  'fuelType',
  'validUntil',
  'passwordFromCents',
  'paymentCentsMax',
  'dayCentsMax',
  'remark',
]
const when = { parentId: ({ kind }: Values) => kind === 'sub' }
const controls = { attachmentId: (props: ControlProps) => <ListFile {...props} /> }

function Begin({ onBegun, onCancel }: { onBegun: (id: number) => void; onCancel: () => void }) {
  const [byFile, setByFile] = useState(false)
  const fields = useMemo(() => fieldsOf(byFile), [byFile])
  const identity = useIdentity(fields)
  return (
    <>
      <p className="k-help">{t(byFile ? 'cardBatches.fileHelp' : 'cardBatches.rangeHelp')}</p>
      <div className="card-issue-way">
        <Button type="link" size="small" onClick={() => setByFile(!byFile)}>
          {t(byFile ? 'cardBatches.byRange' : 'cardBatches.byFile')}
        </Button>
        {byFile && (
          <Button type="link" size="small" onClick={saveTemplate}>
            {t('cardBatches.template')}
          </Button>
        )}
      </div>
      <ActForm
        key={String(byFile)}
        of={cardBatches.begin}
        words="cardBatches"
        {...identity}
        when={when}
        controls={controls}
        defaults={byFile ? personal : anonymous}
        rules={({ kind }) => ({ required: [...(byFile ? ['attachmentId'] : ['first', 'count']), ...(kind === 'sub' ? ['parentId'] : [])] })}
        changes={changes}
        submitLabel={t('cardBatches.begin')}
        done={t('cardBatches.begun')}
        onDone={({ id }) => onBegun(id)}
        onCancel={onCancel}
      />
    </>
  )
}
/** A range says no holders, so that its cards are nobody's or a fleet's. */
const [personal, anonymous] = [{ kind: 'personal' }, { kind: 'anonymous' }]

interface Named {
  readonly 'aria-labelledby'?: string
  readonly 'aria-describedby'?: string
}
function ListFile({ id = '', value, onChange, onBlur, ...rest }: ControlProps & Named) {
  const named = { 'aria-labelledby': rest['aria-labelledby'] ?? '', 'aria-describedby': rest['aria-describedby'] ?? '' }
  return <UploadInput type="cardBatch" id={id} value={value} onChange={next => onChange?.(next)} {...(onBlur && { onBlur })} {...named} />
}

/** A file with nothing but its head, in the language of the page. */
const saveTemplate = () =>
  saveFile(
    `${t('cardBatches.title')}.csv`,
    csvOf([[t('cardBatchRows.number'), t('cardBatchRows.holderName'), t('cardBatchRows.holderMobile')]]),
  )
