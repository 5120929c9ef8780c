import { useState } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Checkbox } from '../../kit/ui.ts'
import { MemberForm } from './member-form.tsx'

/** 新增个人会员: once added, their page is opened, and on it the form of their first card where one is wanted. */
export default function AddMemberPage() {
  const { title } = usePage()
  const go = useGo()
  const mayIssue = useMay('card.issue')
  const [withCard, setWithCard] = useState(false)
  const [turn, setTurn] = useState(0)
  return (
    <>
      <PageHeader title={title} />
      <Section title={t('memberPage.facts')}>
        {mayIssue && (
          <Checkbox checked={withCard} onChange={({ target }) => setWithCard(target.checked)}>
            {t('memberPage.withCard')}
          </Checkbox>
        )}
        <MemberForm
          key={turn}
          onDone={({ id }) => {
            // The page stays open in its tab: it is empty for the next one.
            setTurn(turn + 1)
            go('personalMemberDetails', { userId: id }, withCard ? { issue: 'first' } : {})
          }}
          onCancel={() => go('personalMember')}
        />
      </Section>
    </>
  )
}
