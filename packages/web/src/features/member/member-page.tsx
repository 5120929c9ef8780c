import { members } from '@forecourt/contract'
import { useEffect, type ReactNode } from 'react'
import { may, useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Figures, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { Money } from '../../kit/detail/figures.tsx'
import { Picture } from '../../kit/detail/picture.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import { SideForm } from '../../kit/form/forms.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Tabs } from '../../kit/ui.ts'
import { IdentityButton } from './identity-button.tsx'
import { MemberForm } from './member-form.tsx'
import { MemberEnding, WechatMark } from './member-ending.tsx'
import { MemberNotices } from './member-notices.tsx'
import type { Member } from './member-row.ts'
import { MemberStatus } from './member-status.tsx'

/** A part of a member's page, of whichever feature; absent for anyone who may not read what it shows. */
export interface MemberTab {
  readonly key: string
  readonly label: string
  readonly permission: string
  readonly draw: (member: Member) => ReactNode
}
interface MemberPageProps {
  readonly tabs: readonly MemberTab[]
  /** What is offered to them besides, where it is not what they look at. */
  readonly offers: (member: Member, tab: string | undefined) => ReactNode
  /** Whether it is known yet what that is. */
  readonly offersKnown: boolean
  /** The form of a further card of theirs. */
  readonly issueForm: (member: Member, onClose: () => void) => ReactNode
}

const relations = ['userCards']
const facts: readonly Fact<Member>[] = [
  'mobile',
  'email',
  'contactPhone',
  { path: 'idNumberMask', value: member => <IdentityButton member={member} /> },
  'invoiceTitle',
  'taxId',
  'plates',
  { path: 'wechatBound', value: member => <WechatMark member={member} /> },
  { key: 'notices', value: member => <MemberNotices member={member} /> },
  'lastPurchaseDay',
  { path: 'avatarId', value: ({ avatarId, name }) => <Picture id={avatarId} name={name} /> },
  'createdDate',
  'remark',
]

/** 会员详情: one member, what their cards hold, and everything that is done with these. */
export function MemberPage(props: MemberPageProps) {
  const page = usePage()
  const id = Number(page.params['userId'])
  const { data: member, error, refetch } = useRecord(members, Number.isSafeInteger(id) && id > 0 ? id : undefined, relations)
  const { setTitle } = page
  const name = member?.name
  useEffect(() => {
    if (name) setTitle(name)
  }, [name, setTitle])
  if (member && props.offersKnown) return <Details member={member} {...props} />
  return (
    <>
      <PageHeader />
      {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
    </>
  )
}

function Details({ member, tabs, offers, issueForm }: MemberPageProps & { member: Member }) {
  const { search, setSearch } = usePage()
  const mayEdit = useMay('member.write')
  const mayIssue = useMay('card.issue') && !member.disabled
  const show = (part: 'edit' | 'issue', value?: string) => setSearch(now => ({ ...now, [part]: value }))
  return (
    <>
      <PageHeader
        title={member.name}
        meta={<MemberStatus member={member} />}
        actions={
          <>
            {mayIssue && <Button onClick={() => show('issue', 'card')}>{t('memberPage.issue')}</Button>}
            {mayEdit && <Button onClick={() => show('edit', 'facts')}>{t('kit.edit')}</Button>}
            <Standing member={member} />
            <MemberEnding member={member} />
          </>
        }
      />
      <Figures
        of={[
          { label: t('members.balanceCents'), value: <Money cents={member.balanceCents} unit /> },
          { label: t('members.frozenCents'), value: <Money cents={member.frozenCents} unit /> },
          { label: t('members.cardCount'), value: member.cardCount },
        ]}
      />
      {offers(member, search['tab'])}
      <Section title={t('memberPage.facts')}>
        <Descriptions of={members} row={member} facts={facts} />
      </Section>
      <Parts member={member} tabs={tabs} />
      <SideForm title={t('memberPage.editOf', { name: member.name })} open={search['edit'] !== undefined} onClose={() => show('edit')}>
        <MemberForm member={member} onDone={() => show('edit')} onCancel={() => show('edit')} />
      </SideForm>
      {mayIssue && search['issue'] && issueForm(member, () => show('issue'))}
    </>
  )
}

const Standing = ({ member }: { member: Member }) => (
  <ActButton
    of={member.disabled ? members.enable : members.disable}
    id={member.id}
    words="members"
    changes={['members', 'auditLogs']}
    label={t(member.disabled ? 'memberPage.enable' : 'memberPage.disable')}
    title={t(member.disabled ? 'memberPage.enableOf' : 'memberPage.disableOf', { name: member.name })}
    danger={!member.disabled}
  />
)

/** Which of the parts is in front stands in the address. */
function Parts({ member, tabs }: { member: Member; tabs: readonly MemberTab[] }) {
  const { search, setSearch } = usePage()
  const offered = tabs.filter(({ permission }) => may(permission))
  const front = offered.find(({ key }) => key === search['tab']) ?? offered[0]
  if (!front) return null
  return (
    <>
      <Tabs
        className="k-parts"
        activeKey={front.key}
        onChange={tab => setSearch(now => ({ ...now, tab }))}
        items={offered.map(({ key, label }) => ({ key, label }))}
      />
      {front.draw(member)}
    </>
  )
}
