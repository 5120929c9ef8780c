import type { MessageChannel } from '@forecourt/contract'
import { sql } from 'kysely'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { longTask } from '../../platform/jobs/task.ts'
import { addressOf, channelOf, type Letter, type Outcome } from './channel.ts'
import { livingLink } from './outbox.ts'
import { codeMark, linkMark } from './templates.ts'

interface Claimed {
  readonly channel: MessageChannel
  readonly letter: Letter
}

/**
 * Sends a message once. It is claimed before it leaves, so that no second run sends it too; where nobody can say whether it left, it
 * says so and waits for a person.
 */
export const sendMessage = longTask(
  'message.send',
  z.object({ messageId: z.int() }),
  async (job, { messageId }) => {
    const claimed = await job.within(ctx => claim(ctx, messageId))
    if (!claimed) return
    const outcome = await channelOf(claimed.channel)!.send(claimed.letter)
    await job.within(ctx => note(ctx, messageId, outcome, job.last))
    if (outcome.end === 'later') throw new Error(errorOf(outcome))
  },
  { attemptsMax: 6 },
)

/** Nothing for a message that is not to leave now: it has left, is over, or there is no way out. */
async function claim({ tx, now }: Ctx, id: number): Promise<Claimed | undefined> {
  const row = await tx.selectFrom('outboxMessage').where('id', '=', id).forUpdate().selectAll().executeTakeFirst()
  const set = (to: object) => tx.updateTable('outboxMessage').set(to).where('id', '=', id).execute()
  // An earlier run was cut off while it sent.
  if (row?.state === 'sending') await set({ state: 'unsure', lastError: 'interrupted' })
  if (row?.state !== 'queued') return undefined
  const link = livingLink(row, now)
  const over = row.expiresDate !== null && Date.parse(row.expiresDate) <= now.getTime()
  if (over || (row.link && !link)) {
    await set({ state: 'expired', link: null, linkKey: null })
    return undefined
  }
  const { isDemo } = await tx.selectFrom('company').where('id', '=', row.companyId).select('isDemo').executeTakeFirstOrThrow()
  const channel = row.channel as MessageChannel
  // The people of a demo company are made up; their numbers may be somebody's.
  if (isDemo || !channelOf(channel)) return undefined
  const { attempts } = row
  await set({ state: 'sending', attempts: attempts + 1, lastError: '' })
  const text = row.text.replace(linkMark, () => (link ? addressOf(link) : '')).replace(codeMark, () => link ?? '')
  return { channel, letter: { key: `forecourt-${id}`, address: row.address, subject: row.subject, text } }
}

const states = { sent: 'sent', refused: 'failed', later: 'queued', unsure: 'unsure' } as const

async function note({ tx, now }: Ctx, id: number, outcome: Outcome, last: boolean): Promise<void> {
  const state = outcome.end === 'later' && last ? 'failed' : states[outcome.end]
  await tx
    .updateTable('outboxMessage')
    .set({ state, lastError: errorOf(outcome), ...(outcome.end === 'sent' && { sentDate: now }) })
    .where('id', '=', id)
    // A run that was thought dead says in the end how it went.
    .where('state', 'in', ['sending', 'unsure'])
    .execute()
}

/** What the other side said, without a link that it may have repeated. */
const errorOf = (outcome: Outcome): string => (outcome.end === 'sent' ? '' : outcome.why.replaceAll(/https?:\S+/g, '…').slice(0, 300))

/** Messages whose link is over; and those that waited for mail or SMS to be set up, now that it is. */
export async function sweepMessages(tx: Ctx['tx'], now: Date): Promise<void> {
  await sql`update outbox_message set link = null, link_key = null,
      state = case when state in ('queued', 'failed') then 'expired' else state end
    where ${inScope(tx)} and expires_date <= ${now} and (link is not null or state in ('queued', 'failed'))`.execute(tx)
  const ready = (['mail', 'sms'] as const).filter(channelOf)
  await sql`insert into job (company_id, task, key, payload, run_date, created_by, created_date)
    select company_id, 'message.send', id::text, json_build_object('messageId', id), ${now}, 'system:maintenance', ${now}
    from outbox_message m
    where ${inScope(tx, 'm.companyId')} and state = 'queued' and channel = any(${ready})
      and company_id in (select id from company where not is_demo)
      and not exists (select from job j where j.company_id = m.company_id and ${inScope(tx, 'j.companyId')}
        and j.task = 'message.send' and j.key = m.id::text
        and j.state in ('waiting', 'running'))
    on conflict do nothing`.execute(tx)
}
