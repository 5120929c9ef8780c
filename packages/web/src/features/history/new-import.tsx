import {
  historyImports,
  historyOptional,
  historyPartNames,
  historyParts,
  historyTitles,
  type Attachment,
  type HistoryPart,
  type Language,
  type Returned,
} from '@forecourt/contract'
import { useId, useState } from 'react'
import { call } from '../../core/api.ts'
import { language, t } from '../../i18n/index.ts'
import { wordsOfError } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { csvOf, saveFile } from '../../kit/list/csv.ts'
import { Button, Input, Select } from '../../kit/ui.ts'
import { UploadInput } from '../../kit/upload/upload-input.tsx'

interface Chosen {
  readonly attachmentId: number
  readonly name: string
  readonly looked: Returned<typeof historyImports.look>
  readonly columns: Record<string, string>
}
type Files = Partial<Record<HistoryPart, Chosen | undefined>>
const kinds = ['gasoline', 'diesel', 'gas'] as const
/** How fuels are mostly called; everything else is goods. */
const usual = () => ({
  gasoline: t('historyImports.usual_gasoline'),
  diesel: t('historyImports.usual_diesel'),
  gas: t('historyImports.usual_gas'),
})

const fieldWords = (part: HistoryPart, field: string) =>
  (historyTitles[part] as Record<string, Record<Language, string>>)[field]![language()]

/** A file with nothing but its head, in the language of the page: filled in, it is read without any more questions. */
const saveTemplate = (part: HistoryPart) =>
  saveFile(`${t(`historyImports.part_${part}`)}.csv`, csvOf([historyParts[part].map(field => fieldWords(part, field))]))
const lacks = (part: HistoryPart, chosen: Chosen | undefined) =>
  !chosen || historyParts[part].some(field => !historyOptional.includes(field) && !chosen.columns[field])

/** Four files, and which of their columns is what; then they are checked. */
export function NewImport({ onBegun }: { onBegun: () => void }) {
  const [source, setSource] = useState('')
  const [files, setFiles] = useState<Files>({})
  const [names, setNames] = useState<Record<(typeof kinds)[number], string>>(usual)
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const choose = (part: HistoryPart, chosen: Chosen | undefined) => setFiles(all => ({ ...all, [part]: chosen }))
  const ready = /^[a-z0-9-]{2,40}$/.test(source) && historyPartNames.every(part => !lacks(part, files[part]))
  const send = async () => {
    setBusy(true)
    try {
      const parts = Object.fromEntries(
        historyPartNames.map(part => [part, { attachmentId: files[part]!.attachmentId, columns: files[part]!.columns }]),
      ) as Record<HistoryPart, { attachmentId: number; columns: Record<string, string> }>
      const wanted = Object.fromEntries(kinds.map(kind => [kind, names[kind].split(/[,，]/).flatMap(name => name.trim() || [])])) as Record<
        (typeof kinds)[number],
        string[]
      >
      await call(historyImports.check, { body: { source, ...parts, kinds: wanted } })
      toast.done(t('historyImports.begun'))
      onBegun()
    } catch (error) {
      toast.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="f-history">
      <label>
        {t('historyImports.source')}
        <Input value={source} onChange={({ target }) => setSource(target.value)} placeholder="old-system" maxLength={40} />
        <small>{t('historyImports.source_help')}</small>
      </label>
      <p className="k-help">{t('historyImports.parts_help')}</p>
      {historyPartNames.map(part => (
        <Part key={part} part={part} chosen={files[part]} onChange={chosen => choose(part, chosen)} />
      ))}
      <fieldset>
        <legend>{t('historyImports.kinds')}</legend>
        <small>{t('historyImports.kinds_help')}</small>
        {kinds.map(kind => (
          <label key={kind}>
            {t(`historyImports.kind_${kind}`)}
            <Input value={names[kind]} onChange={({ target }) => setNames(all => ({ ...all, [kind]: target.value }))} />
          </label>
        ))}
      </fieldset>
      <Button type="primary" disabled={!ready} loading={busy} onClick={() => void send()}>
        {t('historyImports.check')}
      </Button>
    </div>
  )
}

interface PartProps {
  part: HistoryPart
  chosen: Chosen | undefined
  onChange: (chosen: Chosen | undefined) => void
}

/** One file: dropped or chosen, and which of its columns is what. */
function Part({ part, chosen, onChange }: PartProps) {
  const id = useId()
  const [fault, setFault] = useState<unknown>()
  const take = async (attachmentId: number | undefined, file?: Attachment) => {
    setFault(undefined)
    if (attachmentId === undefined || !file) return onChange(undefined)
    try {
      const looked = await call(historyImports.look, { id: attachmentId, query: { part } })
      onChange({ attachmentId, name: file.name, looked, columns: looked.likely })
    } catch (error) {
      setFault(error)
      onChange(undefined)
    }
  }
  return (
    <fieldset data-part={part}>
      <legend id={id}>{t(`historyImports.part_${part}`)}</legend>
      <p className="f-history-needs">
        <small>{historyParts[part].map(field => fieldWords(part, field)).join(t('kit.comma'))}</small>
        <Button type="link" size="small" onClick={() => saveTemplate(part)}>
          {t('historyImports.template')}
        </Button>
      </p>
      <UploadInput
        type="history"
        value={chosen?.attachmentId}
        aria-labelledby={id}
        onChange={(attachmentId, file) => void take(attachmentId, file)}
      />
      {fault !== undefined && (
        <p className="k-fault" role="alert">
          {wordsOfError(fault)}
        </p>
      )}
      {chosen && <Columns part={part} chosen={chosen} onChange={onChange} />}
    </fieldset>
  )
}

/** Which column of the file is which of ours, as it was recognised, and to be corrected. */
function Columns({ part, chosen, onChange }: { part: HistoryPart; chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const titles = chosen.looked.titles.map(title => ({ value: title, label: title }))
  const say = (field: string, title: string | undefined) => {
    const { [field]: _, ...others } = chosen.columns
    onChange({ ...chosen, columns: title ? { ...others, [field]: title } : others })
  }
  return (
    <>
      <small>{t('historyImports.read', { encoding: chosen.looked.encoding.toUpperCase(), count: titles.length })}</small>
      <div className="f-history-columns">
        {historyParts[part].map(field => (
          <label key={field}>
            {fieldWords(part, field)}
            {historyOptional.includes(field) ? '' : ' *'}
            <Select
              allowClear
              showSearch
              value={chosen.columns[field]}
              options={titles}
              placeholder={t('historyImports.chooseColumn')}
              onChange={(title?: string) => say(field, title)}
            />
          </label>
        ))}
      </div>
    </>
  )
}
