import type { SavedView } from '@forecourt/contract'
import { Button, Dropdown, Input } from 'antd'
import { useState, type SubmitEvent } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { copyText } from '../feedback/copy-text.ts'
import { useConfirm } from '../feedback/confirm.tsx'
import { wordsOfError } from '../feedback/states.tsx'
import { useToast } from '../feedback/toast.ts'
import type { Looks, Views } from './use-views.ts'

export interface ViewLineProps {
  view: SavedView
  own: Views
  /** What the list shows now. */
  now: Omit<Looks, 'name'>
  /** The list came from it. */
  shown: boolean
  /** The list begins with it. */
  standard: boolean
  onShow: () => void
  onStandard: () => void
}

/** A saved view: opened by its name, and what else can be done with it. */
export function ViewLine({ view, own, now, shown, standard, onShow, onStandard }: ViewLineProps) {
  const [naming, setNaming] = useState(false)
  const acts = useActs(view, own, now, () => setNaming(true))
  const { name } = view
  if (naming) {
    return (
      <li>
        <NameForm
          label={t('kit.save')}
          begin={name}
          onName={async next => {
            await own.change(view, { name: next })
            setNaming(false)
          }}
        />
      </li>
    )
  }
  return (
    <li>
      <Button type="text" onClick={onShow} aria-current={shown ? 'true' : undefined}>
        {name}
      </Button>
      {!view.own && <small>{view.savedBy}</small>}
      <button
        type="button"
        className="k-star"
        aria-pressed={standard}
        aria-label={t('savedViews.standardView', { name })}
        onClick={onStandard}>
        {standard ? '★' : '☆'}
      </button>
      {acts.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: acts }}>
          <Button type="text" size="small" aria-label={t('kit.moreOf', { name })}>
            ⋯
          </Button>
        </Dropdown>
      )}
    </li>
  )
}

function useActs(view: SavedView, own: Views, now: Omit<Looks, 'name'>, rename: () => void) {
  const mayShare = useMay('access.view.share')
  const confirm = useConfirm()
  const toast = useToast()
  const done = (act: Promise<unknown>) => void act.then(() => toast.done(t('kit.done')), toast.failed)
  const remove = () => {
    const text = t(view.shared ? 'savedViews.askDeleteShared' : 'savedViews.askDeleteView', { name: view.name })
    void confirm({ text, ok: t('kit.delete'), danger: true, act: () => own.remove(view) })
  }
  const copy = () => {
    const address = `${location.origin}${location.pathname}?view=${view.id}`
    void copyText(address).then(copied => copied && toast.done(t('kit.done')))
  }
  return [
    ...(view.mayEdit
      ? [
          { key: 'rename', label: t('savedViews.rename'), onClick: rename },
          { key: 'replace', label: t('savedViews.replaceView'), onClick: () => done(own.change(view, now)) },
        ]
      : []),
    ...(mayShare && view.mayEdit
      ? [{ key: 'share', label: t(view.shared ? 'savedViews.unshare' : 'savedViews.share'), onClick: () => done(own.share(view)) }]
      : []),
    { key: 'copy', label: t('savedViews.copyLink'), onClick: copy },
    ...(view.mayEdit ? [{ key: 'delete', label: t('kit.delete'), danger: true, onClick: remove }] : []),
  ]
}

/** A name, typed; what is refused of it is said beneath it. */
export function NameForm({ label, begin = '', onName }: { label: string; begin?: string; onName: (name: string) => Promise<void> }) {
  const [name, setName] = useState(begin)
  const [fault, setFault] = useState<string>()
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    try {
      await onName(name.trim())
      setName('')
      setFault(undefined)
    } catch (error) {
      setFault(wordsOfError(error))
    }
  }
  return (
    <form className="k-name-form" onSubmit={event => void save(event)}>
      <Input
        value={name}
        maxLength={30}
        placeholder={t('savedViews.viewName')}
        aria-label={t('savedViews.viewName')}
        aria-invalid={fault !== undefined}
        {...(fault && { status: 'error' as const })}
        onChange={event => setName(event.target.value)}
      />
      <Button htmlType="submit" disabled={!name.trim()}>
        {label}
      </Button>
      {fault && <p role="alert">{fault}</p>}
    </form>
  )
}
