import { cardImports, type RowOf } from '@forecourt/contract'
import { useState } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { wordsOfError } from '../../kit/feedback/states.tsx'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { addressOf } from '../../kit/page/address.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { hint } from '../../kit/reader/say-reader.ts'
import { Select } from '../../kit/ui.ts'
import { UploadInput } from '../../kit/upload/upload-input.tsx'
import { FileFormat } from './file-format.tsx'
import { Makers } from './makers.tsx'
import { useSuppliers } from '../../kit/reader/suppliers.ts'
import './chip.css'

type Batch = RowOf<typeof cardImports>

/** IC卡批量导入: a maker's list of chips, read in the background. @source requirements CRD-049, CRD-069 */
export default function ImportCardsPage() {
  const go = useGo()
  const may = useMay('chip.import')
  const open = (id: number) => go('importResult', {}, { record: id })
  return (
    <>
      <PageHeader />
      <div className="chip-import">
        {may && (
          <Section title={t('importPage.file')}>
            <div className="chip-import-form">
              <ImportForm onBegun={open} />
            </div>
          </Section>
        )}
        <div className="chip-import-aside">
          <FileFormat />
          <Makers />
        </div>
      </div>
      <LastBatches onOpen={open} />
    </>
  )
}

const controls = {
  attachmentId: (props: ControlProps) => <FileControl {...props} />,
  supplier: (props: ControlProps) => <MakerControl {...props} />,
}

/** What a form gives its controls besides, by which a reader of the screen knows them. */
interface Named {
  readonly 'aria-labelledby'?: string
  readonly 'aria-describedby'?: string
  readonly status?: 'error' | ''
}

/** What its kind or size forbids is said under it, and nothing is sent. */
function FileControl({ id = '', value, onChange, onBlur, ...rest }: ControlProps & Named) {
  const named = { 'aria-labelledby': rest['aria-labelledby'] ?? '', 'aria-describedby': rest['aria-describedby'] ?? '' }
  return <UploadInput type="cardImport" id={id} value={value} onChange={next => onChange?.(next)} {...(onBlur && { onBlur })} {...named} />
}

/** Whose chips they are has to be known: the unknown maker is not offered. */
function MakerControl({ id = '', value, onChange, onBlur, status = '', ...rest }: ControlProps & Named) {
  const { options } = useSuppliers()
  return (
    <Select
      id={id}
      value={value ?? null}
      options={options.filter(({ value: code }) => code !== 0)}
      placeholder={t('kit.chooseOne')}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
      status={status}
      aria-labelledby={rest['aria-labelledby'] ?? ''}
      aria-describedby={rest['aria-describedby'] ?? ''}
      onChange={onChange}
      onBlur={onBlur}
    />
  )
}

const changes = ['cardImports', 'cardInfos']

function ImportForm({ onBegun }: { onBegun: (id: number) => void }) {
  // Later the form is found empty: the same file is not imported twice by a press too many.
  const [turn, setTurn] = useState(0)
  const begun = (id: number) => {
    setTurn(now => now + 1)
    onBegun(id)
  }
  return (
    <ActForm
      key={turn}
      of={cardImports.begin}
      words="cardImports"
      fields={['supplier', 'cardType', 'attachmentId']}
      controls={controls}
      changes={changes}
      submitLabel={t('importPage.begin')}
      done={t('importPage.begun')}
      onFailed={error => hint(t('importPage.failed', { why: wordsOfError(error) }))}
      onDone={({ id }) => begun(id)}
    />
  )
}

const shownMost = 5
const everything: readonly never[] = []
const columns: readonly ColumnInput<Batch>[] = ['createdDate', 'fileName', 'status', 'total', 'added', 'known', 'wrong', 'userId']

function LastBatches({ onOpen }: { onOpen: (id: number) => void }) {
  if (!useMay('chip.batch.read')) return null
  return (
    <Section title={t('importPage.last')}>
      <Related<Batch>
        of={cardImports}
        title={t('importPage.last')}
        where={everything}
        columns={columns}
        size={shownMost}
        more={addressOf('importResult')}
        onOpen={row => onOpen(row.id)}
        empty={t('importPage.noneHere')}
      />
    </Section>
  )
}
