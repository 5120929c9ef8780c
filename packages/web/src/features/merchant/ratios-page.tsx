import { accountRatios, companies, type BaseRow, type RecordNamed } from '@forecourt/contract'
import { percent } from '../../core/money.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'

type Ratio = RecordNamed<'accountRatios'>

const sum = (): string => percent(100)
const columns: readonly ColumnInput<Ratio>[] = [
  { path: 'stationId', width: 220 },
  { path: 'ratio1', width: 120, phone: 'amount' },
  { path: 'ratio2', width: 120, phone: 'amount' },
  { path: 'ratio3', width: 120, phone: 'more' },
  {
    key: 'sum',
    get title() {
      return t('accountRatios.sum')
    },
    width: 100,
    align: 'right',
    cell: sum,
    text: sum,
    phone: 'more',
  },
  { path: 'modifiedDate', width: 170, phone: 'when' },
]
const ofTwo = columns.filter(column => typeof column === 'string' || !('path' in column) || column.path !== 'ratio3')
const expand = ['config.accountRatio']

/** 账户分配比例. @source requirements PAY-004, PAY-009 */
export default function RatiosPage() {
  const company = useSession(({ atStation }) => atStation?.company.id)
  const { data } = useRecord(companies, company, expand)
  const many = data?.config?.accountRatio?.accounts ?? 2
  return (
    <CrudPage<Ratio>
      of={accountRatios}
      columns={many === 3 ? columns : ofTwo}
      filters={['stationId']}
      periodBar={false}
      inline={false}
      form={{ draw: ({ record, done }) => <RatioForm record={record} many={many} done={done} /> }}
    />
  )
}

function RatioForm({ record, many, done }: { record: BaseRow | undefined; many: 2 | 3; done: () => void }) {
  const ratio = record as Ratio
  const { id, version, ratio1, ratio2, ratio3 } = ratio
  return (
    <ActForm
      of={accountRatios.update}
      id={id}
      version={version}
      words={accountRatios.name}
      fields={many === 3 ? ['ratio1', 'ratio2', 'ratio3'] : ['ratio1', 'ratio2']}
      defaults={{ ratio1, ratio2, ratio3: many === 3 ? ratio3 : 0 }}
      rules={rulesOf}
      effect={() => t('ratioPage.effect')}
      changes={['accountRatios', 'stationAuthTokens', 'auditLogs']}
      submitLabel={t('kit.save')}
      done={t('kit.saved')}
      onDone={done}
      onCancel={done}
    />
  )
}

/** Together they are the whole of the money. */
function rulesOf({ ratio1, ratio2, ratio3 }: Values): Rules {
  const all = [ratio1, ratio2, ratio3].reduce<number>((left, one) => left + (Number(one) || 0), 0)
  const said = all === 100 ? undefined : t('ratioPage.notWhole', { sum: percent(all) })
  return { wrong: { ratio2: said } }
}
