import { memberImports, type RowOf } from '@forecourt/contract'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { csvOf, saveFile } from '../../kit/list/csv.ts'
import { Button, Drawer } from '../../kit/ui.ts'
import { UploadInput } from '../../kit/upload/upload-input.tsx'
import { useAgain, useWhenDone } from '../../kit/use-again.ts'
import { ImportResult } from './import-result.tsx'
import './import.css'

type Import = RowOf<typeof memberImports>
interface ImportDrawerProps {
  /** The number of an import, or all of them. */
  readonly shown: string
  readonly onShow: (next: string) => void
  readonly onClose: () => void
}

/** A file is put up and checked; then the result of each line, and the import itself. */
export default function ImportDrawer({ shown, onShow, onClose }: ImportDrawerProps) {
  const id = Number(shown)
  const isOne = Number.isSafeInteger(id) && id > 0
  const { data, error, refetch } = useRecord<Import>(memberImports, isOne ? id : undefined, relations)
  const busy = data?.status === 'checking' || data?.status === 'importing'
  useAgain(busy, refetch)
  useWhenDone(data && { id: data.id, busy }, changed)
  return (
    <Drawer
      open
      onClose={onClose}
      title={isOne ? (data?.fileName ?? '') : t('memberImports.title')}
      size="min(960px, 100vw)"
      destroyOnHidden>
      {!isOne ? (
        <Begin onShow={onShow} />
      ) : (
        <div className="member-import">
          <Button type="link" onClick={() => onShow('all')}>
            {t('memberImports.back')}
          </Button>
          {data ? <ImportResult of={data} /> : error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones />}
        </div>
      )}
    </Drawer>
  )
}
const relations = ['user', 'card']
/** Members and cards that were brought in while it is looked at are in every list of them. */
const changed = [['memberImports'], ['memberImportRows'], ['members'], ['userCards']]

const controls = { attachmentId: (props: ControlProps) => <FileControl {...props} /> }
interface Named {
  readonly 'aria-labelledby'?: string
  readonly 'aria-describedby'?: string
}
function FileControl({ id = '', value, onChange, onBlur, ...rest }: ControlProps & Named) {
  const named = { 'aria-labelledby': rest['aria-labelledby'] ?? '', 'aria-describedby': rest['aria-describedby'] ?? '' }
  return (
    <UploadInput type="memberImport" id={id} value={value} onChange={next => onChange?.(next)} {...(onBlur && { onBlur })} {...named} />
  )
}

/** In the order in which the server reads them where a file has no titles. */
const columnsOfFile = [
  'name',
  'mobile',
  'email',
  'remark',
  'cardNumber',
  'product',
  'fleet',
  'balance',
  'idNumber',
  'invoiceTitle',
  'taxId',
]
const titles = () => columnsOfFile.map(name => t(`memberImportRows.field_${name}` as 'memberImportRows.field_name'))
/** A file with nothing but its titles, in the language of the page. */
const saveTemplate = () => saveFile(`${t('memberImports.title')}.csv`, csvOf([titles()]))

function Begin({ onShow }: Pick<ImportDrawerProps, 'onShow'>) {
  const may = useMay('member.import.write')
  return (
    <div className="member-import">
      {may && (
        <>
          <p className="k-help">{t('memberImports.help')}</p>
          <p className="k-help">{t('memberImports.columns', { columns: titles().join(t('kit.comma')) })}</p>
          <Button type="link" onClick={saveTemplate}>
            {t('memberImports.template')}
          </Button>
          <ActForm
            of={memberImports.check}
            words="memberImports"
            fields={fields}
            controls={controls}
            submitLabel={t('memberImports.check')}
            done={t('memberImports.checkBegun')}
            onDone={({ id }) => onShow(String(id))}
          />
        </>
      )}
      <Section title={t('memberImports.last')}>
        <Related<Import>
          of={memberImports}
          title={t('memberImports.last')}
          where={everything}
          columns={columns}
          size={shownMost}
          onOpen={row => onShow(String(row.id))}
          empty={t('memberImports.none')}
        />
      </Section>
    </div>
  )
}
const fields = ['attachmentId', 'cardId']
const everything: readonly never[] = []
const shownMost = 20
const columns: readonly ColumnInput<Import>[] = [
  'createdDate',
  'fileName',
  'status',
  'total',
  'added',
  'changed',
  'unchanged',
  'refused',
  'userId',
]
