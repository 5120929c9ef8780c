import { ItemImportField, itemImportNeeds, itemImports, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import type { ControlProps } from '../../kit/form/control-props.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { csvOf, saveFile } from '../../kit/list/csv.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { Button, Select } from '../../kit/ui.ts'
import { UploadInput } from '../../kit/upload/upload-input.tsx'
import './shop.css'

type Columns = Returned<typeof itemImports.columns>
const titleOf = (field: ItemImportField): string => t(`itemImportRows.field_${field}`)
/** A file with nothing but its titles, in the language of the page. */
const saveTemplate = () => saveFile(`${t('itemImports.template')}.csv`, csvOf([ItemImportField.options.map(titleOf)]))

/** 商品导入: a file, what its columns say, and the check of its lines. @source requirements GDS-016 … GDS-019, GDS-032 */
export default function ImportPage() {
  const station = useSession(({ atStation }) => atStation?.id)
  const may = useMay('goods.import.write')
  const go = useGo()
  const [turn, setTurn] = useState(0)
  const [file, setFile] = useState<number>()
  const columns = useQuery({
    queryKey: ['itemImports', 'columns', file],
    enabled: file !== undefined,
    retry: false,
    queryFn: ({ signal }) => call(itemImports.columns, { body: { attachmentId: file! } }, { signal }),
  })
  if (!station) return null
  const results = () => go('itemImportResult')
  return (
    <>
      <PageHeader actions={<Button onClick={results}>{t('itemImports.results')}</Button>} />
      {may && (
        <Section title={t('itemImports.file')}>
          <p className="k-help">{t('itemImports.help')}</p>
          <Button className="shop-template" type="link" onClick={saveTemplate}>
            {t('itemImports.saveTemplate')}
          </Button>
          <ActForm
            key={`${turn} ${columns.data ? file : ''}`}
            of={itemImports.check}
            words="itemImports"
            fields={columns.data ? ['attachmentId', 'mapping', 'mode'] : ['attachmentId']}
            controls={{ attachmentId: fileControl(setFile), mapping: mappingControl(columns.data) }}
            defaults={{ stationId: station, mode: 'added', ...(columns.data && { attachmentId: file, mapping: columns.data.mapping }) }}
            rules={(values: Values) => ({ required: ['attachmentId', 'mapping'], wrong: wrongOf(values, columns.data) })}
            submitLabel={t('itemImports.check')}
            done={t('itemImports.checkBegun')}
            changes={['itemImports']}
            onDone={({ id }) => {
              setTurn(now => now + 1)
              setFile(undefined)
              go('itemImportResult', {}, { record: id })
            }}
          />
          {columns.error && <Failed error={columns.error} onRetry={() => void columns.refetch()} />}
          {file !== undefined && columns.isPending && <Bones rows={4} />}
        </Section>
      )}
    </>
  )
}

/** 请选择: the columns that are needed. */
function wrongOf({ mapping = {} }: Values, columns: Columns | undefined): Record<string, string> {
  if (!columns) return {}
  const chosen = mapping as Record<string, number | undefined>
  const missing = itemImportNeeds.find(field => chosen[field] === undefined)
  return missing ? { mapping: t('itemImports.mustChoose', { what: titleOf(missing) }) } : {}
}

interface Named {
  readonly 'aria-labelledby'?: string
  readonly 'aria-describedby'?: string
}
const fileControl =
  (onFile: (id: number | undefined) => void) =>
  ({ id = '', value, onChange, onBlur, ...rest }: ControlProps & Named) => (
    <UploadInput
      type="goodsImport"
      id={id}
      value={value}
      onChange={next => {
        onChange?.(next)
        onFile(next ?? undefined)
      }}
      {...(onBlur && { onBlur })}
      aria-labelledby={rest['aria-labelledby'] ?? ''}
      aria-describedby={rest['aria-describedby'] ?? ''}
    />
  )

/** Which column of the file says what; beside each its first values. */
const mappingControl =
  (of: Columns | undefined): OwnControl =>
  ({ value, onChange, disabled }) => {
    const chosen = (value ?? {}) as Partial<Record<ItemImportField, number>>
    const change = (field: ItemImportField, place: number | undefined) => {
      const { [field]: _, ...others } = chosen
      onChange?.(place === undefined ? others : { ...others, [field]: place })
    }
    const options = (of?.columns ?? []).map(({ place, title, samples }) => ({
      value: place,
      label: [title || t('itemImports.column', { number: place + 1 }), samples.filter(Boolean).join(t('kit.comma'))]
        .filter(Boolean)
        .join(' · '),
    }))
    return (
      <div className="shop-mapping" role="group" aria-label={t('itemImports.mapping')}>
        {ItemImportField.options.map(field => (
          <div key={field}>
            <span className={(itemImportNeeds as readonly string[]).includes(field) ? 'k-needed' : undefined}>{titleOf(field)}</span>
            <Select
              aria-label={titleOf(field)}
              value={chosen[field] ?? null}
              options={options}
              placeholder={t('itemImports.notInFile')}
              allowClear
              disabled={disabled ?? false}
              style={{ width: '100%' }}
              onChange={place => change(field, place ?? undefined)}
            />
          </div>
        ))}
      </div>
    )
  }
