import { actions, recordActions, resources, wordsOfAction, type RecordNamed, type Resource } from '@forecourt/contract'
import { unknown } from '../../core/money.ts'
import { t, addWords, hasWords, language, wordsFor } from '../../i18n/index.ts'
import { nounOf } from '../label.ts'
import { nameOfReference, type Reference } from './names.ts'

/** One action, as the log has it. */
export type Entry = RecordNamed<'auditLogs'>
type Subject = Pick<Entry, 'subject' | 'detail'>

/** The resource and the number of what an action was done to: `userCards:12`. */
export function subjectOf({ subject }: Pick<Entry, 'subject'>): { id: number | undefined; of: Resource | undefined } {
  const [resource = '', id] = String(subject).split(':')
  return { id: Number(id) || undefined, of: resources.get(resource) }
}

const noun = (resource: string): string => (hasWords(`${resource}.one`) ? wordsFor(`${resource}.one`) : resource)
export const actionWords = (action: string): string => wordsOfAction(action, language(), noun) ?? action

/** Every action there can be: those with a name of their own, and what is done to each record that a form enters. */
export const everyAction: readonly string[] = [
  ...new Set([
    ...Object.keys(actions),
    ...[...resources.values()].flatMap(({ name, acts }) =>
      Object.keys(recordActions)
        .filter(act => (acts as readonly string[]).includes(act))
        .map(act => `${name}.${act}`),
    ),
  ]),
]

/** The filter's choices find their words where every choice does. */
export const learnActions = (): void =>
  addWords({ auditLogs: Object.fromEntries(everyAction.map(action => [`action_${action}`, actionWords(action)])) })

/** The record that was acted on, by its name as it is now. */
export function subjectReference(row: Subject): Reference[] {
  const { of, id } = subjectOf(row)
  return of && id && notedName(row) === undefined ? [{ of: of.name, id }] : []
}
const notedName = ({ detail }: Subject): string | undefined =>
  ['orderNo', 'number', 'name', 'code', 'serial'].map(field => detail[field]).find(each => typeof each === 'string')

/** What a record is called: by the number or name that was noted, else as it is called now; a record that is gone by its kind alone. */
export function subjectWords(row: Subject): string {
  const { of, id } = subjectOf(row)
  const name = notedName(row) ?? (of && id ? nameOfReference({ of: of.name, id }) : undefined)
  return `${of && hasWords(`${of.name}.one`) ? nounOf(of) : ''} ${name ?? ''}`.trim() || unknown
}

const signsIn: ReadonlySet<string> = new Set(['access.signIn', 'access.signIn.byLink', 'access.invitation.accept'])

/** Those whom an action names, by the labels of their records. */
interface Named {
  user?: { name: string } | null
  device?: { name: string } | null
}
/** Who did it. Anyone who belongs to another company has no name here. */
export function actorWords(row: Pick<Entry, 'actor' | 'action' | 'detail'> & Named): string {
  const [kind, id] = String(row.actor).split(':')
  if (kind === 'user') return row.user?.name ?? t('auditLogs.stranger', { id: id ?? '' })
  if (kind === 'device') return row.device?.name ?? t('auditLogs.device', { id: id ?? '' })
  if (kind === 'system') return t('auditLogs.system')
  // Before a sign-in there is no user, after it there is.
  const name = signsIn.has(row.action) ? (row.detail.name as string | undefined) : undefined
  return name ?? t('auditLogs.nobody')
}
