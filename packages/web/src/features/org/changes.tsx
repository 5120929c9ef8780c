import libraries from 'virtual:libraries'
import changelog from '../../../../../CHANGELOG.md?raw'
import { useState } from 'react'
import { language, t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Input } from '../../kit/ui.ts'
import './org.css'

/** Changes since the last entry of the change log, each in a file that is named by its minute. */
const unreleased = import.meta.glob<string>('../../../../../changes/[0-9]*.md', { query: '?raw', import: 'default', eager: true })
const newest = Object.entries(unreleased)
  .toSorted(([one], [other]) => other.localeCompare(one))
  .map(([, text]) => text.trimEnd())

/** What changed, and whose libraries the product is made of: long lists, which come when the page stands. */
export default function ChangesAndLibraries() {
  return (
    <>
      <Section title={t('versionPage.changes')}>
        <Changes />
      </Section>
      <Libraries />
    </>
  )
}

/** The change log in the reader's language: under each change in English stands the same in Chinese. */
function Changes() {
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

function Libraries() {
  const [typed, setTyped] = useState('')
  const sought = typed.trim().toLowerCase()
  const shown = libraries.filter(([name, , license]) => `${name} ${license}`.toLowerCase().includes(sought))
  return (
    <Section title={t('versionPage.libraries', { count: libraries.length })}>
      <p className="k-help">{t('versionPage.librariesHelp')}</p>
      <Input
        className="org-form"
        allowClear
        value={typed}
        aria-label={t('versionPage.find')}
        placeholder={t('versionPage.find')}
        onChange={event => setTyped(event.target.value)}
      />
      <ul className="org-libraries">
        {shown.map(([name, number, license]) => (
          <li key={`${name} ${number}`}>
            <strong>{name}</strong> {number} <small>{license}</small>
          </li>
        ))}
      </ul>
    </Section>
  )
}
