import {
  accessEffects,
  accessName,
  accessOf,
  assignRole,
  buttonNames,
  buttons,
  pageNamed,
  pagesOfPreset,
  presets,
  roleAccesses,
  sections,
  tickedPages,
  withChildren,
  type AccessChanges,
  type ButtonName,
  type Role,
} from '@forecourt/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { useMay, useSession } from '../../core/session.ts'
import { language, t } from '../../i18n/index.ts'
import { askedAnew } from '../../kit/asked-anew.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { Alert, Button, Checkbox, Segmented } from '../../kit/ui.ts'
import { buttonWord, pageWord } from './access-words.ts'
import { Effects } from './effects.tsx'

export interface HeldEntry {
  readonly id: number
  readonly version: number
  readonly defaultRole: Role
  readonly station: { id: number; name: string } | null
  readonly menus: { web: string[] } | null
  readonly buttons: string[] | null
}
interface Draft {
  readonly menus: readonly string[] | null
  readonly buttons: readonly ButtonName[] | null
}

const sent = ({ menus, buttons: listed }: Draft) => ({
  menus: menus && { web: menus.flatMap(withChildren).map(accessName) },
  buttons: listed && [...listed],
})
const begun = ({ menus, buttons: listed }: HeldEntry): Draft => ({
  menus: menus && menus.web.flatMap(name => pageNamed(name) ?? []).filter(name => tickedPages.some(page => page.name === name)),
  buttons: listed as ButtonName[] | null,
})

/** What the role has without an assignment; anyone who may not read what the company changed of it sees the defaults. */
function useRoleAccess(role: Role) {
  const mayRead = useMay('access.role.read')
  const { data } = useQuery({
    queryKey: ['roleAccesses', 'of', role],
    queryFn: ({ signal }) => call(roleAccesses.list, { query: { search: `defaultRole:${role}` } }, { signal }),
    enabled: mayRead,
  })
  return accessOf(role, (data?.content[0] as AccessChanges | undefined) ?? null, null)
}

interface AssignFormProps {
  entry: HeldEntry
  title: string
  /** Nobody changes their own assignment. */
  locked: boolean
}

/** Pages and buttons to tick, presets to begin from, and what it would change before it is saved. */
export function AssignForm({ entry, title, locked }: AssignFormProps) {
  const [draft, setDraft] = useState(() => begun(entry))
  const role = useRoleAccess(entry.defaultRole)
  const dirty = JSON.stringify(draft) !== JSON.stringify(begun(entry))
  const asRole: { menus: string[]; buttons: ButtonName[] } = {
    menus: tickedPages.map(page => page.name).filter(name => role.pages.has(name)),
    buttons: buttonNames.filter(name => role.listed.has(name)),
  }
  const ticked = new Set(draft.menus ?? asRole.menus)
  const listed = new Set<ButtonName>(draft.buttons ?? asRole.buttons)
  const toggle = (name: string) => setDraft({ ...draft, menus: [...ticked.symmetricDifference(new Set([name]))] })
  const toggleButton = (name: ButtonName) => setDraft({ ...draft, buttons: [...listed.symmetricDifference(new Set([name]))] })
  const own = draft.menus !== null || draft.buttons !== null
  return (
    <div className="assign">
      <section className="assign-main" aria-label={title}>
        {locked && <Alert type="info" showIcon title={t('staff.ownRoles')} />}
        <div className="assign-tools">
          <Segmented
            value={own ? 'own' : 'role'}
            disabled={locked}
            aria-label={t('assign.mode')}
            onChange={mode => setDraft(mode === 'own' ? asRole : { menus: null, buttons: null })}
            options={[
              { value: 'role', label: t('assign.asRole') },
              { value: 'own', label: t('assign.own') },
            ]}
          />
          <span className="assign-presets" role="group" aria-label={t('assign.presets')}>
            {presets.map(preset => (
              <Button key={preset.name} size="small" disabled={locked} onClick={() => setDraft(presetDraft(preset))}>
                {preset[language()]}
              </Button>
            ))}
          </span>
        </div>
        <Pages ticked={ticked} locked={locked} onToggle={toggle} />
        <fieldset>
          <legend>{t('assign.buttons')}</legend>
          {buttonNames.map(name => (
            <Checkbox key={name} checked={listed.has(name)} disabled={locked} onChange={() => toggleButton(name)}>
              {t(`assign.${buttons[name].rule}`, { name: buttonWord(name) })}
            </Checkbox>
          ))}
        </fieldset>
      </section>
      <Outcome entry={entry} draft={draft} dirty={dirty} onUndo={() => setDraft(begun(entry))} />
    </div>
  )
}

const presetDraft = (preset: (typeof presets)[number]): Draft => ({
  menus: pagesOfPreset(preset).filter(name => tickedPages.some(page => page.name === name)),
  buttons: preset.buttons ?? null,
})

/** The pages by section. Pages that the signed-in user cannot open cannot be granted. */
function Pages({ ticked, locked, onToggle }: { ticked: ReadonlySet<string>; locked: boolean; onToggle: (name: string) => void }) {
  const mine = useSession(({ profile }) => profile?.menus.web ?? [])
  const filled = sections.filter(({ name }) => tickedPages.some(page => page.section === name))
  return filled.map(section => (
    <fieldset key={section.name}>
      <legend>{section[language()]}</legend>
      {tickedPages
        .filter(page => page.section === section.name)
        .map(({ name }) => (
          <Checkbox
            key={name}
            checked={ticked.has(name)}
            disabled={locked || (!mine.includes(accessName(name)) && !ticked.has(name))}
            onChange={() => onToggle(name)}>
            {pageWord(name)}
          </Checkbox>
        ))}
    </fieldset>
  ))
}

interface OutcomeProps {
  entry: HeldEntry
  draft: Draft
  dirty: boolean
  onUndo: () => void
}

/** What the draft would give and take, as computed by the server that would do it; and the button that does. */
function Outcome({ entry, draft, dirty, onUndo }: OutcomeProps) {
  const cache = useQueryClient()
  const toast = useToast()
  const [saving, setSaving] = useState(false)
  const body = sent(draft)
  const { data } = useQuery({
    queryKey: ['effects', entry.id, entry.version, body],
    queryFn: ({ signal }) => call(accessEffects, { body: { roleId: entry.id, ...body } }, { signal }),
    ...askedAnew,
    enabled: dirty,
    placeholderData: keepPreviousData,
  })
  const save = async () => {
    setSaving(true)
    try {
      await call(assignRole, { id: entry.id, body: { version: entry.version, ...body } })
      toast.done(t('assign.saved'))
      await cache.invalidateQueries({ queryKey: ['users'] })
    } catch (error) {
      toast.failed(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <aside className="assign-effect" aria-label={t('effects.title')} aria-live="polite">
      <h2>{t('effects.title')}</h2>
      {dirty && data ? <Effects {...data} /> : <p className="effects-none">{t('effects.unchanged')}</p>}
      <div className="assign-save">
        <Button type="primary" disabled={!dirty} loading={saving} onClick={() => void save()}>
          {t('kit.save')}
        </Button>
        <Button disabled={!dirty} onClick={onUndo}>
          {t('assign.undo')}
        </Button>
      </div>
    </aside>
  )
}
