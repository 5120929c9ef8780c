import { cardLimitProfiles, cardLimits, userCards, type CardRangeOfUse, type JudgedLine } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { count, inCurrency, litres } from '../../core/money.ts'
import { session, useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { DialogForm, RecordForm, SideForm } from '../../kit/form/forms.tsx'
import { referencesOf } from '../../kit/judgement/line-words.ts'
import { useNamed } from '../../kit/judgement/use-named.ts'
import { later, WhileLoading } from '../../kit/later.tsx'
import { Drill } from '../../kit/links.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { addressOf } from '../../kit/page/address.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { limitsOf, phrasesOf, sentenceOf } from './limit-words.ts'
import { shownNumber } from './shown-number.ts'
import { TryFillButton } from './try-fill-button.tsx'
import type { Card } from './whole-card.ts'
import './card.css'

const RangeForm = later(() => import('./range-form.tsx'))

type Opened = 'profile' | 'own'

/** 限额 of one card: what is in force, from its account, its profile and its own limits together, and how much of it is used. */
export default function CardLimits({ card }: { card: Card }) {
  const { visible } = usePage()
  const [opened, setOpened] = useState<Opened>()
  const mayEdit = useMay('card.userCard.write') && !card.closedTime
  const mayTerms = useMay('card.terms')
  const mayProfiles = useMay('card.limitProfile.read')
  const station = session().atStation?.id
  const { data, error, refetch } = useQuery({
    // Each payment uses some of it, and an edit of its profile counts for it.
    queryKey: ['userCards', 'explain', card.id, card.version, station],
    enabled: visible,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => call(cardLimits.explain, { id: card.id, query: {} }, { signal }),
  })
  const close = () => setOpened(undefined)
  return (
    <Section
      title={t('limits.title')}
      actions={
        <div className="card-limits-acts">
          <TryFillButton card={card} />
          {mayEdit && mayTerms && mayProfiles && (
            <Button onClick={() => setOpened('profile')}>{t(card.limitProfileId ? 'limits.changeProfile' : 'limits.chooseProfile')}</Button>
          )}
          {mayEdit && mayTerms && <Button onClick={() => setOpened('own')}>{t('limits.own')}</Button>}
        </div>
      }>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <InForce card={card} lines={data.lines} />
      ) : (
        <Bones rows={4} />
      )}
      <DialogForm title={t('limits.profileOf', { number: shownNumber(card) })} open={opened === 'profile'} onClose={close}>
        <RecordForm of={userCards} record={card} fields={profileField} effect={chosen} onDone={close} onCancel={close} />
      </DialogForm>
      <SideForm title={t('limits.ownOf', { number: shownNumber(card) })} open={opened === 'own'} onClose={close}>
        <p className="k-quiet">{t('limits.ownHelp')}</p>
        <WhileLoading show={<Bones rows={8} />}>
          <OwnLimits card={card} done={close} />
        </WhileLoading>
      </SideForm>
    </Section>
  )
}

const profileField = ['limitProfileId']
/** What the profile that is chosen says. */
const chosen = ({ limitProfileId: id }: Readonly<Record<string, unknown>>) => (typeof id === 'number' ? <ChosenProfile id={id} /> : null)

function useProfile(id: number | null | undefined) {
  const mayRead = useMay('card.limitProfile.read')
  const { data } = useQuery({
    queryKey: ['cardLimitProfiles', 'get', id],
    enabled: mayRead && id != null,
    queryFn: ({ signal }) => call(cardLimitProfiles.get, { id: id! }, { signal, company: true }),
  })
  return data
}

function ChosenProfile({ id }: { id: number }) {
  const limits = limitsOf(useProfile(id)?.rangeOfUse ?? {}, 'profile')
  const nameOf = useNamed(referencesOf(limits))
  return t('limits.effect', { limits: sentenceOf(phrasesOf(limits, nameOf)) })
}

function OwnLimits({ card, done }: { card: Card; done: () => void }) {
  const cache = useQueryClient()
  const toast = useToast()
  const profile = useProfile(card.limitProfileId)
  if (card.limitProfileId && !profile) return <Bones rows={8} />
  const { name, paymentCentsMax, dayCentsMax, passwordFromCents, remark, userId, version } = card
  const save = async (range: CardRangeOfUse) => {
    const rangeOfUse = Object.keys(range).length > 0 ? range : null
    const body = { name, paymentCentsMax, dayCentsMax, passwordFromCents, remark, userId, version, rangeOfUse }
    await call(userCards.update, { id: card.id, body }, { quiet: true })
    toast.done(t('kit.saved'))
    await cache.invalidateQueries({ queryKey: ['userCards'] })
    done()
  }
  return <RangeForm key={version} label={t('limits.ownForm')} range={card.rangeOfUse} profile={profile?.rangeOfUse} onSave={save} />
}

/** What limits nobody is not said. */
const said = ({ rule, source }: JudgedLine) => source !== null && !['status', 'service', 'balance'].includes(rule)

function InForce({ card, lines }: { card: Card; lines: readonly JudgedLine[] }) {
  const limits = lines.filter(said)
  const nameOf = useNamed(referencesOf(limits))
  const phrases = phrasesOf(limits, nameOf)
  const usedOf = (rule: string, measure: string) => lines.find(line => line.rule === rule && line.measure === measure)?.used ?? null
  const litresOf = (used: number | null) => (used === null ? '—' : t('judgement.litres', { value: litres(used) }))
  return (
    <div className="card-limits">
      <Figures
        of={[
          { label: t('limits.usedToday'), value: inCurrency(usedOf('day', 'cents')) },
          { label: t('limits.usedTodayFuel'), value: litresOf(usedOf('day', 'volumeCl')) },
          { label: t('limits.fillsToday'), value: count(usedOf('day', 'fills')) },
          { label: t('limits.usedMonth'), value: inCurrency(usedOf('month', 'cents')) },
          { label: t('limits.usedMonthFuel'), value: litresOf(usedOf('month', 'volumeCl')) },
        ]}
      />
      <dl className="card-limits-said">
        <dt>{t('limits.profileIs')}</dt>
        <dd>
          <ProfileName card={card} />
        </dd>
        <dt>{t('limits.inForce')}</dt>
        <dd>
          {phrases.length === 0 && t('limits.none')}
          {phrases.length > 0 && (
            <ul aria-label={t('limits.inForce')}>
              {phrases.map(({ text, sources }) => (
                <li key={text}>
                  {text} <span>{sources.map(source => t(`judgement.source_${source}`)).join(t('kit.comma'))}</span>
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
    </div>
  )
}

function ProfileName({ card: { limitProfileId: id, limitProfile } }: { card: Card }) {
  if (!id) return t('limits.noProfile')
  const to = mayOpen('cardLimits', session().profile) ? addressOf('cardLimits', {}, { record: id }) : undefined
  return <Drill to={to}>{limitProfile?.name ?? t('judgement.unnamed', { id })}</Drill>
}
