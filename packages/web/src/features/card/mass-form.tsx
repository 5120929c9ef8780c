import { massCards, massMost, type MassAct, type Returned } from '@forecourt/contract'
import { useMemo, useState } from 'react'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { useFocusBack } from '../../kit/focus-back.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { csvOf, saveFile } from '../../kit/list/csv.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { grouped } from '../../kit/show.ts'
import { Alert, Button } from '../../kit/ui.ts'
import { changed } from './asked-act.ts'
import { massLabel, type Mass } from './mass-acts.ts'
import './card.css'

type Answer = Returned<typeof massCards>
const fieldsOf: Record<MassAct, readonly string[]> = {
  loss: ['reason', 'remark'],
  unhook: ['remark'],
  disable: ['remark'],
  enable: ['remark'],
  extend: ['validUntil', 'remark'],
  sync: [],
  limits: ['limitProfileId'],
}
const needed: Partial<Record<MassAct, string[]>> = { extend: ['validUntil', 'remark'] }
const changes = [...changed, 'cardInfos']

/** One act to the cards that were chosen, and what became of each. */
export default function MassForm({ act, rows, open, onClose }: Mass & { open: boolean; onClose: () => void }) {
  useFocusBack()
  const [answer, setAnswer] = useState<Answer>()
  return (
    <DialogForm title={t(`massCards.${act}Of`, { count: count(rows.length) })} open={open} onClose={onClose}>
      {answer ? (
        <Result act={act} answer={answer} onClose={onClose} />
      ) : rows.length > massMost ? (
        <Alert type="warning" showIcon title={t('massCards.tooMany', { most: count(massMost) })} />
      ) : (
        <Ask act={act} rows={rows} onDone={setAnswer} onCancel={onClose} />
      )}
    </DialogForm>
  )
}

function Ask({ act, rows, onDone, onCancel }: Mass & { onDone: (answer: Answer) => void; onCancel: () => void }) {
  const defaults = useMemo(
    () => ({
      act,
      ids: rows.map(({ id }) => id),
      ...(act === 'loss' && { reason: 'lost' }),
      ...(act === 'limits' && { limitProfileId: null }),
    }),
    [act, rows],
  )
  return (
    <ActForm
      of={massCards}
      words="massCards"
      fields={[...fieldsOf[act]]}
      defaults={defaults}
      effect={() => <Effect act={act} />}
      rules={() => ({ required: needed[act] ?? [] })}
      changes={changes}
      submitLabel={t('massCards.go', { count: count(rows.length) })}
      danger={act === 'loss' || act === 'disable'}
      done={t('massCards.answered')}
      onDone={onDone}
      onCancel={onCancel}
    />
  )
}

/** What becomes of each card; what may be refused of one leaves the others done. */
const Effect = ({ act }: { act: MassAct }) => (
  <>
    {t(`massCards.${act}Effect`)}
    <br />
    {t('massCards.each')}
  </>
)

/** What was refused first, with its reason. */
function Result({ act, answer: { done, refused, rows }, onClose }: { act: MassAct; answer: Answer; onClose: () => void }) {
  const shown = useMemo(() => rows.toSorted((one, other) => Number(one.code === null) - Number(other.code === null)), [rows])
  const save = () =>
    saveFile(
      `${massLabel(act)}.csv`,
      csvOf([
        [t('massCards.card'), t('massCards.outcome')],
        ...shown.flatMap(({ number, id, message }) => (message === null ? [] : [[number ?? String(id), message]])),
      ]),
    )
  return (
    <div className="card-issue">
      <Alert
        type={refused === 0 ? 'success' : 'warning'}
        showIcon
        role="status"
        title={t('massCards.result', { done: count(done), refused: count(refused) })}
      />
      <DataTable label={t('massCards.resultOf')} columns={columns()} rows={shown} density="compact" />
      <div className="k-form-end">
        {refused > 0 && <Button onClick={save}>{t('massCards.saveRefused')}</Button>}
        <Button type="primary" onClick={onClose}>
          {t('kit.close')}
        </Button>
      </div>
    </div>
  )
}

type Row = Answer['rows'][number]
const columns = (): Column<Row>[] =>
  [
    {
      key: 'card',
      title: t('massCards.card'),
      cell: ({ number, id }: Row) => (number === null ? String(id) : grouped(number, 'cardNumber')),
    },
    {
      key: 'outcome',
      title: t('massCards.outcome'),
      cell: ({ message }: Row) => <span className={`k-tag k-${message === null ? 'good' : 'bad'}`}>{message ?? t('massCards.ok')}</span>,
    },
  ].map(column => ({ ...column, hidden: false, hideFor: [], align: 'left' as const }))
