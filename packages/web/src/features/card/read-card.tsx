import { cardInfos, userCardDetails, userCards } from '@forecourt/contract'
import { pageOf } from '@forecourt/contract/start'
import { useQuery } from '@tanstack/react-query'
import { ApiError, call } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { askReader } from '../../core/reader.ts'
import { offer, session, useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Figures, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { Money, StatusTag } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { Drill, open } from '../../kit/links.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { addressOf } from '../../kit/page/address.ts'
import { useSuppliers } from '../../kit/reader/suppliers.ts'
import type { CardOnReader } from '../../kit/reader/use-reader.ts'
import { grouped } from '../../kit/show.ts'
import { Alert, Button } from '../../kit/ui.ts'
import { actsFor, type CardAct } from './card-acts.tsx'
import { isLifeAct } from './asked-act.ts'
import { MoreActs } from './more-acts.tsx'
import { CardStatus } from './card-status.tsx'
import { awaitsChip } from './awaits-chip.ts'
import { type Chip, type Found } from './found-card.ts'
import { movement, type Movement } from './movements.tsx'
import { pathToStatement } from './print-card.ts'
import { OpenCard, Replaced, ToWrite } from './read-card-notices.tsx'
import { whyNotIssued } from './say-card.ts'
import { TryFillButton } from './try-fill-button.tsx'
import { frozenOf, type Card } from './whole-card.ts'

interface ReadCardProps {
  found: Found
  /** As it was read; nothing where it was found by a typed number. */
  onReader: CardOnReader | undefined
  start: (act: CardAct, card: Card) => void
  onIssue: (() => void) | undefined
}

/** One card: what it is, whether it is ours, what it holds, and what may be done to it. */
export function ReadCard({ found: { chip, account, replacedDate, successor }, onReader, start, onIssue }: ReadCardProps) {
  const issued = account && !awaitsChip(account) && !isFormer(account, chip) ? account : undefined
  const check = useCheck(issued && chip, onReader)
  const label = useLabel(onReader)
  const mayRead = useMay('card.detail.read')
  const acts = check === 'forged' || check === 'unread' || check === 'noCheck' || check === 'checking' ? [] : actsHere(account)
  return (
    <>
      {issued ? (
        <Check of={check} />
      ) : (
        chip &&
        (successor ? (
          <Replaced by={successor} />
        ) : (
          <NotIssued chip={chip} account={account} onReader={onReader} start={start} onIssue={onIssue} />
        ))
      )}
      {issued && chip && (check === 'older' || (issued.toWrite && check !== 'forged' && check !== 'unread')) && (
        <ToWrite card={issued} isHere={onReader !== undefined} older={check === 'older'} start={start} />
      )}
      {account && replacedDate && (
        <Alert
          className="card-read-notice"
          type="info"
          showIcon
          title={t('readCard.replaced', { date: time(replacedDate, 'day'), number: grouped(account.number, 'cardNumber') })}
        />
      )}
      {issued && <NotHere kind={issued.kind} />}
      {issued && <Balance card={issued} acts={acts} start={start} />}
      <Section title={t('cardPage.facts')}>
        {account && <Descriptions of={userCards} row={account} facts={accountFacts} />}
        {chip && <ChipFacts chip={chip} label={label} />}
      </Section>
      {issued && mayRead && <Movements card={issued} />}
    </>
  )
}

/** Its card was returned, and lies here without an account. @source docs/adr/0070 */
const isFormer = ({ closedTime, id }: Card, chip: Chip | undefined) => closedTime !== null && chip !== undefined && chip.userCardId !== id

/** What it holds, and what may be done to it. */
function Balance({ card, acts, start }: { card: Card; acts: readonly CardAct[] } & Pick<ReadCardProps, 'start'>) {
  return (
    <Section
      title={t('cardPage.balance')}
      actions={
        <div className="card-read-acts">
          {acts
            .filter(act => !isLifeAct(act))
            .map(act => (
              <Button key={act} type={act === 'topUp' ? 'primary' : 'default'} onClick={() => start(act, card)}>
                {t(`cardPage.${act}`)}
              </Button>
            ))}
          <MoreActs card={card} acts={acts.filter(isLifeAct)} start={start} />
          <TryFillButton card={card} />
          <OpenCard id={card.id} />
        </div>
      }>
      <Figures
        of={[
          { label: t('readCard.total'), value: <Money cents={card.value + card.lockValue} unit /> },
          { label: t('cardPage.frozenNow'), value: <Money cents={frozenOf(card)} unit /> },
          { label: t('userCards.heldCents'), value: <Money cents={card.heldCents} unit /> },
          { label: t('userCards.giftCents'), value: <Money cents={card.giftCents} unit /> },
          { label: t('userCards.debtCents'), value: <Money cents={card.debtCents} unit /> },
        ]}
      />
    </Section>
  )
}

/** Money is paid into these elsewhere: an employee card holds none, a fleet's is paid in at its own page. @source requirement CRD-047 */
const elsewhere: Partial<Record<Card['kind'], 'employee' | 'fleet'>> = { employee: 'employee', master: 'fleet', sub: 'fleet' }
const pageFor = { employee: 'employeeCard', fleet: 'unitMember' } as const
const actsHere = (card: Card | undefined) => (card ? actsFor(card).filter(act => act !== 'topUp' || !elsewhere[card.kind]) : [])

function NotHere({ kind }: { kind: Card['kind'] }) {
  const whose = elsewhere[kind]
  if (!whose) return null
  const name: string = pageFor[whose]
  const path = mayOpen(name, session().profile) ? pageOf(name)?.path : undefined
  // Where there is no page of fleets, their cards are in the list of all.
  const among = !path && whose === 'fleet' && mayOpen('cardQuery', session().profile) ? addressOf('cardQuery', {}, { kind }) : undefined
  return (
    <Alert
      className="card-read-notice"
      type="info"
      showIcon
      title={t(`readCard.${whose}`)}
      {...(path && { description: <Drill to={path}>{t(`readCard.${whose}Page`)}</Drill> })}
      {...(among && { description: <Drill to={among}>{t('readCard.fleetCards')}</Drill> })}
    />
  )
}

type Outcome = 'checking' | 'genuine' | 'older' | 'unsigned' | 'forged' | 'unread' | 'noCheck' | 'byNumber' | 'noChip'
/** Whether this company wrote what stands on an issued chip: the server alone can tell. */
function useCheck(chip: Chip | undefined, onReader: CardOnReader | undefined): Outcome {
  const record = onReader?.record
  const { data, error } = useQuery({
    queryKey: ['cardInfos', 'verify', chip?.id, record],
    enabled: chip !== undefined && record != null,
    retry: false,
    queryFn: async ({ signal }): Promise<Outcome> => {
      try {
        const answer = await call(cardInfos.verify, { id: chip!.id, body: { record: record! } }, { signal, quiet: true })
        return answer.signature === 'unsigned' ? 'unsigned' : answer.current ? 'genuine' : 'older'
      } catch (thrown) {
        if (thrown instanceof ApiError && thrown.code === 'cardInfo.notGenuine') return 'forged'
        throw thrown
      }
    },
  })
  if (!onReader) return chip ? 'byNumber' : 'noChip'
  if (!record) return 'unread'
  return data ?? (error ? 'noCheck' : 'checking')
}

const tones = { forged: 'error', unread: 'error', noCheck: 'error', genuine: 'success', older: 'success' } as const
function Check({ of: outcome }: { of: Outcome }) {
  const type = tones[outcome as keyof typeof tones] ?? 'info'
  return (
    <Alert
      className="card-read-notice"
      type={type}
      showIcon
      {...(type === 'error' && { role: 'alert' })}
      title={t(`readCard.${outcome}`)}
      {...(outcome === 'forged' && { description: t('readCard.forgedHelp') })}
    />
  )
}

type NotIssuedProps = Pick<ReadCardProps, 'onReader' | 'start' | 'onIssue'> & { chip: Chip; account: Card | undefined }
/** @source requirement CRD-048 */
function NotIssued({ chip, account, onReader, start, onIssue }: NotIssuedProps) {
  const why = account && isFormer(account, chip) ? t('readCard.returnedNumber') : whyNotIssued(chip, account?.id)
  const waits = account && awaitsChip(account) ? account : undefined
  const storage = chip.companyId === null && mayOpen('cardStorage', session().profile) ? addressOf('cardStorage') : undefined
  const issue = why || !onReader || !onIssue ? undefined : waits ? () => start('writeChip', waits) : onIssue
  const stage = choiceLabel('cardInfos', 'state', chip.state)
  return (
    <Alert
      className="card-read-notice"
      type="warning"
      showIcon
      role="alert"
      title={t('readCard.notIssued')}
      description={
        why ? <Drill to={storage}>{why}</Drill> : t('readCard.notIssuedHelp', { number: grouped(chip.number, 'cardNumber'), state: stage })
      }
      action={
        issue && (
          <Button type="primary" onClick={issue}>
            {t(waits ? 'cardPage.writeChip' : 'cardPage.issue')}
          </Button>
        )
      }
    />
  )
}

const accountFacts: readonly Fact<Card>[] = [
  { path: 'number', value: ({ number }) => grouped(number, 'cardNumber') },
  { path: 'name', value: ({ name }) => name || '—' },
  { path: 'kind' },
  { path: 'status', value: card => <CardStatus card={card} /> },
  'userId',
  'user.mobile',
  'cardId',
  'groupId',
  'parentId',
  'fuelType',
  'billingType',
  'discountId',
  { path: 'hasPayPassword', value: ({ hasPayPassword }) => t(hasPayPassword ? 'cardPage.yes' : 'cardPage.no') },
  'issueTime',
]

/** The label that lies on the reader beside the chip, where the company works with labels. @source decisions CD3 */
function useLabel(onReader: CardOnReader | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['reader', 'labels', onReader?.uuid],
    enabled: onReader !== undefined && offer().package.rfid,
    retry: false,
    queryFn: () => askReader('labels'),
  })
  return data?.labels.map(({ rfid }) => rfid).join(' ') || undefined
}

function ChipFacts({ chip, label }: { chip: Chip; label: string | undefined }) {
  const { nameOf } = useSuppliers()
  const facts: readonly Fact<Chip>[] = [
    'uuid',
    'cardType',
    { path: 'supplier', value: ({ supplier }) => nameOf(supplier) },
    { path: 'state', value: ({ state }) => choiceLabel('cardInfos', 'state', state) },
    { path: 'status', value: ({ status }) => <StatusTag of="cardInfos" field="status" value={status} /> },
    'companyId',
    'productionTime',
    ...(label ? [{ label: t('readCard.rfid'), value: label }] : []),
  ]
  return <Descriptions of={cardInfos} row={chip} facts={facts} />
}

const newest = 20
const movementFacts = [
  movement('createdDate'),
  movement('type'),
  movement('amountCents'),
  movement('balanceAfterCents'),
  movement('payType'),
  movement('orderId'),
  movement('stationId'),
  movement('operatorId'),
] as const

function Movements({ card }: { card: Card }) {
  const more = mayOpen('userCardDetails', session().profile) ? addressOf('userCardDetails', {}, { userCardId: card.id }) : undefined
  const statement = pathToStatement(card.id, '')
  return (
    <Section
      title={t('cardPage.statementNewest', { count: newest })}
      actions={statement && <Button onClick={() => open(statement)}>{t('cardPage.printStatement')}</Button>}>
      <Related<Movement>
        of={userCardDetails}
        title={t('cardPage.statementNewest', { count: newest })}
        where={[equals('userCard.id', card.id)]}
        columns={movementFacts}
        size={newest}
        {...(more && { more })}
      />
    </Section>
  )
}
