import { deals, members, userDeals, type Returned } from '@forecourt/contract'
import { useState } from 'react'
import { count } from '../../core/money.ts'
import { contains, either, equals, startsWith, type Term } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import { ReferenceSelect, ReferencesSelect } from '../../kit/reference.tsx'
import { Segmented } from '../../kit/ui.ts'
import { IssuedCodes } from './issued-codes.tsx'
import { LinesInput } from './lines-input.tsx'
import type { Deal } from './deal-form.tsx'

const ways = ['userIds', 'mobiles', 'cardNumbers', 'codes'] as const
type Way = (typeof ways)[number]
type Issued = Returned<typeof userDeals.issue>

/** A name in part, or how a mobile number begins. */
const findMembers = (keyword: string): Term[] => [either([contains('name', keyword), startsWith('mobile', keyword)])]
const called = (row: object) => {
  const { name, mobile } = row as { name: string; mobile: string | null }
  return mobile ? `${name} · ${mobile}` : name
}
const inEffect = [equals('timing', 'inEffect')]
const lines: OwnControl = ({ value, onChange, values: _values, change: _change, field: _field, ...rest }) => (
  <LinesInput {...rest} value={value} onChange={onChange} />
)
const controls: Record<string, OwnControl> = {
  dealId: ({ id, value, onChange, disabled }) => (
    <ReferenceSelect {...{ id, value, disabled }} resource={deals.name} conditions={inEffect} onChange={chosen => onChange?.(chosen)} />
  ),
  userIds: ({ id, value, onChange, disabled }: ControlProps) => (
    <ReferencesSelect
      {...{ id, value, onChange, disabled }}
      resource={members.name}
      find={findMembers}
      label={called}
      placeholder={t('issuePage.find')}
    />
  ),
  mobiles: lines,
  cardNumbers: lines,
}

interface IssueDialogProps {
  /** The coupon; chosen in the dialog when it is absent. */
  deal?: Pick<Deal, 'id' | 'name' | 'members'>
  /** The member who gets it; chosen in the dialog when absent. */
  userId?: number
  onClose: () => void
}

/** Issues a coupon by hand. Codes that were made are shown before the dialog goes. @source requirement MKT-029 */
export default function IssueDialog({ deal, userId, onClose }: IssueDialogProps) {
  const offered = ways.filter(way => (way === 'codes' ? deal?.members !== 'members' : deal?.members !== 'nonMembers'))
  const [way, setWay] = useState<Way>(offered[0] ?? 'userIds')
  const [issued, setIssued] = useState<Issued>()
  const title = deal ? t('dealPage.issueOf', { name: deal.name }) : t('dealPage.issue')
  return (
    <DialogForm title={title} open onClose={onClose} width={560}>
      {issued ? (
        <IssuedCodes codes={issued.codes} name={deal?.name ?? t('issuePage.file')} onClose={onClose} />
      ) : (
        <>
          {userId === undefined && (
            <p>
              <Segmented
                aria-label={t('issuePage.to')}
                value={way}
                options={offered.map(value => ({ value, label: t(`issuePage.to_${value}`) }))}
                onChange={setWay}
              />
            </p>
          )}
          <ActForm
            key={way}
            of={userDeals.issue}
            words="issueDeal"
            changes={['userDeals', 'deals', 'scripts', 'auditLogs']}
            fields={[...(deal ? [] : ['dealId']), ...(userId === undefined ? [way] : []), ...(way === 'codes' ? [] : ['each']), 'reason']}
            defaults={{ ...(deal && { dealId: deal.id }), ...(userId !== undefined && { userIds: [userId] }), each: 1 }}
            controls={controls}
            rules={values => ({ required: userId === undefined ? [way] : [], ...(way === 'codes' && noCodes(values['codes'])) })}
            submitLabel={t('issuePage.issue')}
            done={({ issued: all }) => t('issuePage.issued', { count: count(all) })}
            onDone={answer => (answer.codes.length > 0 ? setIssued(answer) : onClose())}
            onCancel={onClose}
          />
        </>
      )}
    </DialogForm>
  )
}

const noCodes = (codes: unknown) => (codes === 0 ? { unfinished: ['codes'], wrong: { codes: t('kit.fillIn') } } : {})
