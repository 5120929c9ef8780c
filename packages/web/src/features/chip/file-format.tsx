import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { csvOf, saveFile } from '../../kit/list/csv.ts'
import { Button } from '../../kit/ui.ts'

/** The columns of the file, as the reader of files knows them in either language. */
const columns = () =>
  [
    { name: t('importPage.column_number'), needed: true, help: t('importPage.help_number') },
    { name: t('importPage.column_uuid'), needed: true, help: t('importPage.help_uuid') },
    { name: t('importPage.column_code'), needed: false, help: t('importPage.help_code') },
    { name: t('importPage.column_issueType'), needed: false, help: t('importPage.help_issueType') },
  ] as const

/** A file with nothing but its head, in the language of the page. */
const saveTemplate = () => saveFile(`${t('importPage.templateName')}.csv`, csvOf([columns().map(({ name }) => name)]))

/** How a maker's file has to look, and a file to fill in. */
export function FileFormat() {
  return (
    <Section
      title={t('importPage.format')}
      actions={
        <Button type="link" size="small" onClick={saveTemplate}>
          {t('importPage.template')}
        </Button>
      }>
      <p className="k-help">{t('importPage.formatHelp')}</p>
      <dl className="chip-columns">
        {columns().map(({ name, needed, help }) => (
          <div key={name}>
            <dt>
              {name}
              {needed && <small>{t('importPage.needed')}</small>}
            </dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
