import {
  acceptOf,
  historyImports,
  historyOptional,
  historyPartNames,
  historyParts,
  type HistoryPart,
  type Returned,
} from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { upload } from '../../core/upload.ts'
import { t } from '../../i18n/index.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { Button, Input, Select } from '../../kit/ui.ts'

interface Chosen {
  readonly attachmentId: number
  readonly name: string
  readonly looked: Returned<typeof historyImports.look>
  readonly columns: Record<string, string>
}
type Files = Partial<Record<HistoryPart, Chosen>>
const kinds = ['gasoline', 'diesel', 'gas'] as const
/** How fuels are mostly called; everything else is goods. */
const usual = () => ({
  gasoline: t('historyImports.usual_gasoline'),
  diesel: t('historyImports.usual_diesel'),
  gas: t('historyImports.usual_gas'),
})

const fieldWords = (part: HistoryPart, field: string) => t(`historyImports.${part}_${field}`)
const lacks = (part: HistoryPart, chosen: Chosen | undefined) =>
  !chosen || historyParts[part].some(field => !historyOptional.includes(field) && !chosen.columns[field])

/** Four files, and which of their columns is what; then they are checked. */
export function NewImport({ onBegun }: { onBegun: () => void }) {
  const [source, setSource] = useState('')
  const [files, setFiles] = useState<Files>({})
  const [names, setNames] = useState<Record<(typeof kinds)[number], string>>(usual)
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const choose = (part: HistoryPart, chosen: Chosen) => setFiles(all => ({ ...all, [part]: chosen }))
  const ready = /^[a-z0-9-]{2,40}$/.test(source) && historyPartNames.every(part => !lacks(part, files[part]))
  const send = async () => {
    setBusy(true)
    try {
      const parts = Object.fromEntries(
        historyPartNames.map(part => [part, { attachmentId: files[part]!.attachmentId, columns: files[part]!.columns }]),
      ) as Record<HistoryPart, { attachmentId: number; columns: Record<string, string> }>
      const told = Object.fromEntries(kinds.map(kind => [kind, names[kind].split(/[,，]/).flatMap(name => name.trim() || [])])) as Record<
        (typeof kinds)[number],
        string[]
      >
      await call(historyImports.check, { body: { source, ...parts, kinds: told } })
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

function Part({ part, chosen, onChange }: { part: HistoryPart; chosen: Chosen | undefined; onChange: (chosen: Chosen) => void }) {
  const [share, setShare] = useState<number>()
  const toast = useToast()
  const take = async (file: File | undefined) => {
    if (!file) return
    setShare(0)
    try {
      const { id, name } = await upload(file, 'history', setShare)
      const looked = await call(historyImports.look, { id, query: { part } })
      onChange({ attachmentId: id, name, looked, columns: looked.likely })
    } catch (error) {
      toast.failed(error)
    } finally {
      setShare(undefined)
    }
  }
  const titles = chosen?.looked.titles.map(title => ({ value: title, label: title })) ?? []
  return (
    <fieldset>
      <legend>{t(`historyImports.part_${part}`)}</legend>
      <input
        type="file"
        accept={acceptOf('history')}
        aria-label={t('historyImports.fileOf', { part: t(`historyImports.part_${part}`) })}
        onChange={({ target }) => void take(target.files?.[0])}
      />
      {share !== undefined && <progress max={1} value={share} aria-label={t('historyImports.uploading')} />}
      {chosen && (
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
                  onChange={(title?: string) => {
                    const { [field]: _, ...others } = chosen.columns
                    onChange({ ...chosen, columns: title ? { ...others, [field]: title } : others })
                  }}
                />
              </label>
            ))}
          </div>
        </>
      )}
    </fieldset>
  )
}
