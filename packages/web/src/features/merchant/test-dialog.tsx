import { allows, channelPaymentActs, channelPayments, isCodeOf, type RecordNamed } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { time } from '../../core/time.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { State } from '../../kit/state.tsx'
import { Button } from '../../kit/ui.ts'
import type { Account } from './account-form.tsx'
import './merchant.css'

type Payment = RecordNamed<'channelPayments'> & { readonly refunds: readonly RecordNamed<'channelRefunds'>[] }

/** What a test has come to is never older than a second. */
const againMs = 900
const shown = 5
const changes = [channelPayments.name, 'auditLogs']

/** Neither the payment nor what goes back of it has come to its end. */
const isOpen = ({ state, refunds }: Payment) =>
  state === 'asked' || state === 'paying' || refunds.some(refund => refund.state === 'asked' || refund.state === 'processing')

/** 测试收款: a cent of real money, taken and given back. @source requirement PAY-010, decisions PY13 */
export default function TestDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { id, description, channel } = account
  const tests = useTests(id)
  // Each test is an act of its own: the form begins anew after it.
  const [turn, setTurn] = useState(0)
  return (
    <DialogForm title={t('merchantTest.of', { name: description })} open onClose={onClose}>
      <p>{t('merchantTest.hint')}</p>
      <ActForm
        key={turn}
        of={channelPayments.test}
        id={id}
        words="channelPayments"
        everywhere
        changes={changes}
        rules={({ authCode }) => ({
          required: ['authCode'],
          wrong: {
            authCode: isOther(channel, authCode)
              ? t('merchantTest.otherCode', { channel: wordsFor(`authTokens.channel_${channel}`) })
              : undefined,
          },
        })}
        submitLabel={t('merchantTest.take')}
        done={t('merchantTest.asked')}
        onDone={() => setTurn(turn + 1)}
        onCancel={onClose}
      />
      <section aria-label={t('merchantTest.last')} aria-live="polite" className="merchant-tests">
        <h3>{t('merchantTest.last')}</h3>
        {tests.length === 0 ? <p className="k-quiet">{t('merchantTest.none')}</p> : null}
        <ol>
          {tests.map(payment => (
            <li key={payment.id}>
              <Test of={payment} />
            </li>
          ))}
        </ol>
      </section>
    </DialogForm>
  )
}

/** A whole code of another platform; one that is still being typed is nothing yet. */
const isOther = (channel: Account['channel'], code: unknown): boolean =>
  typeof code === 'string' && code.length >= 16 && !isCodeOf(channel, code)

function useTests(id: number): readonly Payment[] {
  const { data } = useQuery({
    queryKey: [channelPayments.name, 'tests', id],
    queryFn: async ({ signal }) => {
      const query = { search: `authToken.id:${id}`, expand: 'refunds', size: shown }
      const { content } = await call(channelPayments.list, { query }, { signal, everywhere: true })
      return content as unknown as readonly Payment[]
    },
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? againMs : false),
    meta: saidOnPage,
  })
  return data ?? []
}

function Test({ of: payment }: { of: Payment }) {
  const cache = useQueryClient()
  const { id, state, createdDate, paymentNo, theirNo, refunds } = payment
  const toast = useToast()
  const ask = () =>
    call(channelPayments.query, { id }, { everywhere: true }).then(
      () => cache.invalidateQueries({ queryKey: [channelPayments.name] }),
      toast.failed,
    )
  return (
    <>
      <p>
        <time dateTime={createdDate}>{time(createdDate, 'second')}</time>{' '}
        <State member={tones[state]}>{wordsFor(`channelPayments.state_${state}`)}</State>
        {refunds.map(refund => (
          <State key={refund.id} member={tones[refund.state]}>
            {wordsFor(`channelRefunds.state_${refund.state}`)}
          </State>
        ))}
      </p>
      <p className="k-quiet">{[paymentNo, theirNo].filter(Boolean).join(' · ')}</p>
      {[payment, ...refunds].map(each => (
        <Why key={each.id} of={each} />
      ))}
      {state === 'unsure' && allows(channelPaymentActs.query, state) && (
        <Button size="small" onClick={() => void ask()}>
          {t('merchantTest.askAgain')}
        </Button>
      )}
    </>
  )
}

/** What the platform said, or why it is not believed. */
function Why({ of: { failureCode, failureWords, doubt } }: { of: Pick<Payment, 'failureCode' | 'failureWords' | 'doubt'> }) {
  if (failureCode)
    return <p className="merchant-ending">{t('merchantTest.said', { words: failureWords || failureCode, code: failureCode })}</p>
  return doubt ? <p className="merchant-ending">{wordsFor(`channelPayments.doubt_${doubt}`)}</p> : null
}

const tones = {
  asked: 'waiting',
  paying: 'running',
  processing: 'running',
  paid: 'success',
  refunded: 'success',
  failed: 'fail',
  closed: 'over',
  unsure: 'unsure',
} as const
