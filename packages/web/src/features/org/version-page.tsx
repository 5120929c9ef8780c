import { build, version } from '../../core/version.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { later, WhileLoading } from '../../kit/later.tsx'
import { Section } from '../../kit/detail/descriptions.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import './org.css'

const Changes = later(() => import('./changes.tsx'))

/** 程序版本: which build this is, what changed, and whose libraries it is made of. @source spec 0 §2, §9 */
export default function VersionPage() {
  const revision = build.split('+')[1]
  const facts: [string, string][] = [
    ['version', version],
    ['revision', revision ?? t('versionPage.unknown')],
    ['profile', t(`versionPage.profile_${window.forecourt?.profile ?? 'standard'}`)],
    ['licence', 'Apache-2.0'],
  ]
  return (
    <>
      <PageHeader />
      <Section title={t('versionPage.program')}>
        <dl className="k-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{wordsFor(`versionPage.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <WhileLoading
        show={
          <Section title={t('versionPage.changes')}>
            <Bones rows={6} />
          </Section>
        }>
        <Changes />
      </WhileLoading>
    </>
  )
}
