import { z } from 'zod'
import { Id, Instant, Ref } from '../units.ts'
import { endpoint, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'

export const MessageChannel = z.enum(['mail', 'sms'])
export type MessageChannel = z.output<typeof MessageChannel>

export const MessageState = z.enum(['queued', 'sending', 'sent', 'unsure', 'failed', 'expired', 'cancelled'])

const message = resource('outboxMessages', {
  table: 'outbox_message',
  scope: 'company',
  permission: 'message.outbox',
  body: z.object({}),
  read: {
    channel: MessageChannel,
    template: z.enum(['invitation', 'passwordReset', 'memberCode', 'lowBalance', 'tankAlarm', 'offer']),
    language: z.enum(['zh', 'en']),
    /** Whom it is about. */
    userId: Ref('users').nullable(),
    /** Part of the address only. */
    recipient: z.string(),
    subject: z.string(),
    /** `unsure`: handed over, and nobody said whether it was taken. It is not sent again by itself. */
    state: MessageState,
    attempts: z.int(),
    /** A word of ours and what the other side said: `refused: 550 no such user`. */
    lastError: z.string(),
    createdDate: Instant,
    sentDate: Instant.nullable(),
    expiresDate: Instant.nullable(),
  },
  label: ['recipient', 'state'],
  sort: 'createdDate,desc',
  versioned: false,
  unsearchable: ['lastError'],
  acts: ['list', 'get'],
})

const Done = z.object({ id: Id })
/** How messages leave: not at all while it is not set up. */
const Way = z.object({ ready: z.boolean(), from: z.string().nullable() })

/** What the product writes to people. Without mail or SMS it stays here, to be read and handed over. */
export const outboxMessages = {
  ...message,
  ways: endpoint('GET', '/outboxMessages/ways', {
    permission: 'message.outbox.read',
    returns: z.object({ mail: Way, sms: Way, demo: z.boolean() }),
    summary: 'Whether mail and SMS are set up; nothing is sent from a demo company',
  }),
  text: endpoint('GET', '/outboxMessages/:id/text', {
    permission: 'message.outbox.read',
    returns: z.object({ address: z.string(), subject: z.string(), text: z.string(), linkUntil: Instant.nullable() }),
    summary: 'What is written, its link covered, and the whole address',
  }),
  link: endpoint('POST', '/outboxMessages/:id/link', {
    permission: 'access.user.write',
    returns: z.object({ path: z.string(), expiration: Instant }),
    summary: 'The link of a message, for a user who was allowed to make it, for as long as it is valid',
  }),
  resend: endpoint('POST', '/outboxMessages/:id/resend', { permission: 'message.outbox.write', returns: Done, summary: 'Sends it again' }),
  cancel: endpoint('POST', '/outboxMessages/:id/cancel', {
    permission: 'message.outbox.write',
    returns: Done,
    summary: 'A message that has not left does not leave any more',
  }),
}

export const messageActs = actsBy('outboxMessages.state', MessageState, {
  resend: { call: outboxMessages.resend, in: ['sent', 'unsure', 'failed', 'cancelled'] },
  cancel: { call: outboxMessages.cancel, in: ['queued', 'failed'] },
})
