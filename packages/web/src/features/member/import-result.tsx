import { memberImportRows, memberImports, type RowOf } from '@forecourt/contract'
import { useMemo, useState } from 'react'
import { ApiError } from '../../core/api.ts'
import { count, money } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Figures, type Fact } from '../../kit/detail/descriptions.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import { fieldLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'

type Import = RowOf<typeof memberImports>
type Line = RowOf<typeof memberImportRows>

const facts: readonly Fact<Import>[] = ['status', 'cardId', 'userId', 'createdDate', 'finishedDate']
const lines = ['total', 'added', 'changed', 'unchanged', 'refused'] as const
const broughtIn = ['members', 'cards'] as const

/** What an import is or was: its figures, the import itself while it waits for it, and the answer to each line. */
export function ImportResult({ of }: { of: Import }) {
  const mayImport = useMay('member.import.write')
  if (of.status === 'checking')
    return (
      <p className="k-quiet" role="status">
        {t('memberImports.checking')}
      </p>
    )
  return (
    <>
      <Descriptions of={memberImports} row={of} facts={of.ignored ? [...facts, 'ignored'] : facts} />
      <Figures
        of={[
          ...[...lines, ...broughtIn].map(name => ({ label: fieldLabel('memberImports', name), value: count(of[name]) })),
          { label: fieldLabel('memberImports', 'balanceCents'), value: money(of.balanceCents) },
        ]}
      />
      {of.status === 'importing' && (
        <p role="status">
          <progress max={of.total} value={Math.min(of.doneLine, of.total)} aria-label={t('memberImports.progress')} />{' '}
          {t('memberImports.importing', { line: count(of.doneLine) })}
        </p>
      )}
      {of.status === 'checked' && mayImport && <Apply of={of} />}
      <Lines of={of} />
    </>
  )
}

const nothing: readonly string[] = []
const identity = ['identityChecked']

function Apply({ of: { id, added, changed, members, cards, balanceCents } }: { of: Import }) {
  const [asked, setAsked] = useState(false)
  const figures = { members: count(members), cards: count(cards), changed: count(changed) }
  return (
    <section className="member-import-apply">
      <p>
        {t('memberImports.applyHelp', figures)}
        {balanceCents > 0 && t('memberImports.applyMoney', { amount: money(balanceCents) })}
      </p>
      <ActForm
        of={memberImports.apply}
        id={id}
        words="memberImports"
        fields={asked ? identity : nothing}
        submitLabel={t('memberImports.apply', { count: added + changed })}
        done={t('memberImports.applyBegun')}
        {...(balanceCents > 0 && {
          pinFor: () => ({ action: 'member.import' as const, subject: `memberImports:${id}`, amountCents: balanceCents }),
        })}
        onFailed={error => error instanceof ApiError && error.code === 'card.identityMissing' && setAsked(true)}
        onDone={() => {}}
      />
    </section>
  )
}

const columns: readonly ColumnInput<Line>[] = [
  { path: 'line', width: 80 },
  { path: 'outcome', width: 100 },
  { path: 'field', width: 110 },
  { path: 'reason', width: 220 },
  { path: 'value', width: 150 },
  { path: 'name', width: 110 },
  { path: 'mobile', width: 130 },
  { path: 'cardNumber', width: 170 },
  { path: 'fleet', width: 130 },
  { path: 'product', width: 130 },
  { path: 'balanceCents', width: 120 },
  { path: 'email', hidden: true },
  { path: 'idNumberMask', hidden: true },
  { path: 'invoiceTitle', hidden: true },
  { path: 'taxId', hidden: true },
  { path: 'remark', hidden: true },
]
const filters: readonly FilterInput<Line>[] = ['outcome', 'field', 'reason', 'mobile', 'name', 'cardNumber']

/** Each line by its number in the file, as a list that is narrowed and written into a file like any other. */
function Lines({ of: { id, fileName } }: { of: Import }) {
  const fixed = useMemo(() => [equals('memberImport.id', id)], [id])
  const list = useList<Line>(memberImportRows, { columns, filters, fixed, prefix: 'lines.' })
  return (
    <section className="member-import-lines" aria-label={t('memberImports.lines')}>
      <h2>{t('memberImports.lines')}</h2>
      <ListView list={list} label={t('memberImports.linesOf', { file: fileName })} embedded />
    </section>
  )
}
