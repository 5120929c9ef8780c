import { issueUserCard, type UserCardKind } from '@forecourt/contract'
import { useMemo, useState } from 'react'
import { may, useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useFocusBack } from '../../kit/focus-back.ts'
import { ActForm, SideForm } from '../../kit/form/forms.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ReaderPanel } from '../../kit/reader/reader-panel.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { useReader } from '../../kit/reader/use-reader.ts'
import { grouped } from '../../kit/show.ts'
import { Alert, Button, Checkbox, Input } from '../../kit/ui.ts'
import { ChipIssue } from './chip-issue.tsx'
import { ChipNumber } from './chip-number.tsx'
import { changed } from './asked-act.ts'
import { awaitsChip } from './awaits-chip.ts'
import { describing } from './describing.ts'
import { useIdentity } from './identity.ts'
import { soughtOf, useFoundCard, type Chip, type Found } from './found-card.ts'
import { slipLink } from './slip-link.tsx'
import { useSaidOnce, whyNotIssued, wordsOfLookUp } from './say-card.ts'
import type { Card } from './whole-card.ts'

const issueFields = [
  'number',
  'kind',
  'cardId',
  'userId',
  'holderName',
  'holderMobile',
  'parentId',
  'fuelType',
  'payPassword',
  'passwordFromCents',
  'paymentCentsMax',
  'dayCentsMax',
  'validUntil',
  'name',
  'remark',
]
/** Whose it is is known. */
const fieldsOfHolder = issueFields.filter(name => !['userId', 'holderName', 'holderMobile', 'parentId'].includes(name))
type Entered = Record<string, unknown>
const newHolder = ({ kind, userId }: Entered) => kind !== 'anonymous' && kind !== 'employee' && !userId
const issueWhen = {
  // Anyone who may not read the list of users names the holder by mobile number.
  userId: ({ kind, holderName, holderMobile }: Entered) => may('access.user.read') && kind !== 'anonymous' && !holderName && !holderMobile,
  holderName: newHolder,
  holderMobile: newHolder,
  parentId: ({ kind }: Entered) => kind === 'sub',
}

/** 发卡: with the card that lies on the reader, or by the number alone. */
export default function IssueForm({ open: shown, kind, holderId, onClose }: IssueFormProps) {
  useFocusBack()
  const [begun, setBegun] = useState(false)
  return (
    <SideForm title={t('cardPage.issue')} open={shown} onClose={onClose} onUnsaved={setBegun}>
      <Inside begun={begun} kind={holderId === undefined ? kind : 'personal'} holderId={holderId} onClose={onClose} />
    </SideForm>
  )
}

interface IssueFormProps {
  open: boolean
  /** The kind of card it is, where it is not chosen. */
  kind?: UserCardKind | undefined
  /** The member whose it is, where that is not chosen. */
  holderId?: number | undefined
  onClose: () => void
}

interface InsideProps extends Pick<IssueFormProps, 'kind' | 'holderId' | 'onClose'> {
  /** Something was entered: what the form is for does not change by itself any more. */
  begun: boolean
}

function Inside({ begun, kind, holderId, onClose }: InsideProps) {
  const reader = useReader()
  const sought = soughtOf(reader.card)
  const lookUp = useFoundCard(sought)
  const found = sought ? lookUp.data : undefined
  const mayWrite = useMay('chip.write')
  const [chosen, setChosen] = useState<boolean>()
  const [job, setJob] = useState<{ account: Card; chip: Chip }>()
  const usable = found?.chip && !whyNotIssued(found.chip) ? found.chip : undefined
  const withChip = chosen ?? (mayWrite && usable !== undefined)
  // A chip that lies there when somebody begins stays the one that is meant, also while it is lifted for a look.
  const [kept, setKept] = useState<Chip>()
  if (usable && usable.id !== kept?.id) setKept(usable)
  if (begun && chosen === undefined) setChosen(withChip)
  const fault = withChip && !job && sought ? faultOf(found, lookUp.error) : undefined
  useSaidOnce(fault)

  if (job) return <ChipIssue account={job.account} chip={job.chip} reader={reader} onClose={onClose} />
  const waits = withChip && awaitsChip(found?.account) ? found?.account : undefined
  return (
    <>
      {mayWrite && reader.state !== 'off' && (
        <>
          <ReaderPanel reader={reader} />
          <Checkbox className="card-issue-way" checked={withChip} onChange={({ target }) => setChosen(target.checked)}>
            {t('chipIssue.withChip')}
          </Checkbox>
        </>
      )}
      {fault && <Alert type="error" showIcon title={fault} />}
      {waits && usable ? (
        <Alert
          type="info"
          showIcon
          title={t('chipIssue.waits', { number: grouped(usable.number, 'cardNumber') })}
          action={
            <Button type="primary" onClick={() => setJob({ account: waits, chip: usable })}>
              {t('cardPage.writeChip')}
            </Button>
          }
        />
      ) : (
        <Form
          chip={withChip ? kept : undefined}
          withChip={withChip}
          kind={kind}
          holderId={holderId}
          onClose={onClose}
          onOpened={(account, chip) => setJob({ account, chip })}
        />
      )}
    </>
  )
}

const faultOf = (found: Found | undefined, error: unknown) =>
  found?.chip ? whyNotIssued(found.chip) : error ? wordsOfLookUp(error) : undefined

interface FormProps extends Pick<IssueFormProps, 'kind' | 'holderId' | 'onClose'> {
  withChip: boolean
  chip: Chip | undefined
  onOpened: (account: Card, chip: Chip) => void
}

function Form({ withChip, chip, kind, holderId, onClose, onOpened }: FormProps) {
  const number = chip?.number
  const defaults = useMemo(
    () => ({ ...(withChip && { awaitsChip: true, number }), ...(kind && { kind }), ...(holderId && { userId: holderId }) }),
    [withChip, number, kind, holderId],
  )
  const identity = useIdentity(holderId === undefined ? issueFields : fieldsOfHolder)
  const controls = useMemo<Record<string, OwnControl>>(
    () => ({
      ...(withChip && { number: props => <ChipNumber {...props} given={number} /> }),
      ...(kind && { kind: props => <GivenKind {...props} /> }),
    }),
    [withChip, number, kind],
  )
  return (
    <ActForm
      key={String(withChip)}
      of={issueUserCard}
      words="userCards"
      changes={changed}
      {...identity}
      when={issueWhen}
      controls={controls}
      defaults={defaults}
      {...(withChip && { rules: chipRules })}
      submitLabel={t(withChip ? 'chipIssue.begin' : 'cardPage.issue')}
      done={t(withChip ? 'chipIssue.opened' : 'cardPage.issued')}
      offer={account => (withChip ? undefined : slipLink(account.id, { kind: 'issue' }))}
      onDone={account => (withChip && chip ? onOpened(account, chip) : onClose())}
      onCancel={onClose}
    />
  )
}

const chipRules = () => ({ required: ['number'] })

/** The page is of cards of one kind. */
const GivenKind = ({ id, value, ...rest }: Parameters<OwnControl>[0]) => (
  <Input {...describing(rest)} id={id} readOnly value={choiceLabel('userCards', 'kind', String(value))} />
)
