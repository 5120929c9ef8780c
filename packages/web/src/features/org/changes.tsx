import changelog from '../../../../../CHANGELOG.md?raw'
import { language } from '../../i18n/index.ts'
import './org.css'

/** Changes since the last entry of the change log, each in a file that is named by its minute. */
const unreleased = import.meta.glob<string>('../../../../../changes/[0-9]*.md', { query: '?raw', import: 'default', eager: true })
const newest = Object.entries(unreleased)
  .toSorted(([one], [other]) => other.localeCompare(one))
  .map(([, text]) => text.trimEnd())

/** The change log in the reader's language: under each change in English stands the same in Chinese. */
export default function Changes() {
  const versions = changelog
    .replace(/^## .*$/m, version => [version, ...newest].join('\n'))
    .split(/^## /m)
    .slice(1)
    .map(part => part.split('\n'))
  const begin = language() === 'zh' ? '  ' : '- '
  return versions.map(([name = '', ...lines]) => (
    <div key={name} className="org-version">
      <h3>{name}</h3>
      <ul>
        {lines
          .filter(line => line.startsWith(begin))
          .map(line => (
            <li key={line}>{line.slice(begin.length)}</li>
          ))}
      </ul>
    </div>
  ))
}
