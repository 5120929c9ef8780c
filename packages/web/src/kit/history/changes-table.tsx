import { t } from '../../i18n/index.ts'
import { changeLabel, changesOf, changeWords, referencesOf } from './changes.ts'
import { subjectOf, type Entry } from './action-words.ts'
import { useNames } from './use-names.ts'
import './history.css'

/** In a line for the list and its file: `description: 92# → 92# E10`. */
export function changesLine(row: Entry): string {
  const resource = subjectOf(row).of?.name ?? ''
  return changesOf(row.action, row.detail)
    .map(change => {
      const say = (value: unknown) => changeWords(resource, change.field, value)
      const values = 'from' in change ? `${say(change.from)} → ${say(change.to)}` : say(change.to)
      return `${changeLabel(resource, change.field)}${t('kit.colon')}${values}`
    })
    .join(t('auditLogs.between'))
}

/** The same for the eye: with the names of the records that it refers to. */
export function ChangesLine({ row, className }: { row: Entry; className: string }) {
  useNames(referencesOf(subjectOf(row).of?.name ?? '', changesOf(row.action, row.detail)))
  const line = changesLine(row)
  return (
    <span className={className} title={line}>
      {line}
    </span>
  )
}

/** Before and after, a line for each field. What was only noted has no before. */
export function Changes({ row }: { row: Entry }) {
  const resource = subjectOf(row).of?.name ?? ''
  const changes = changesOf(row.action, row.detail)
  useNames(referencesOf(resource, changes))
  if (changes.length === 0) return <p className="k-quiet">{t('auditLogs.nothing')}</p>
  const changed = changes.some(change => 'from' in change)
  return (
    <table className="k-changes">
      <thead>
        <tr>
          <th scope="col">{t('auditLogs.field')}</th>
          {changed && <th scope="col">{t('auditLogs.before')}</th>}
          <th scope="col">{t(changed ? 'auditLogs.after' : 'auditLogs.noted')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(change => (
          <tr key={change.field}>
            <th scope="row">{changeLabel(resource, change.field)}</th>
            {changed && <td>{'from' in change && <del>{changeWords(resource, change.field, change.from)}</del>}</td>}
            <td>
              {'from' in change ? (
                <ins>{changeWords(resource, change.field, change.to)}</ins>
              ) : (
                changeWords(resource, change.field, change.to)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
