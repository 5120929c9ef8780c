/** How a state feels. Only what wants a decision is strong. */
export type Tone = 'good' | 'bad' | 'wait' | 'busy' | 'off'

const tones: Record<Tone, readonly string[]> = {
  good: [
    'success',
    'normal',
    'enabled',
    'online',
    'onShelf',
    'done',
    'issued',
    'sent',
    'closed',
    'idle',
    'paid',
    'captured',
    'opened',
    'indefinite',
    'inEffect',
    'unused',
    'received',
  ],
  bad: ['fail', 'failed', 'lose', 'overspend', 'stuck', 'expired', 'refund', 'forced', 'gap', 'unsure', 'gray', 'raised'],
  wait: [
    'open',
    'wait',
    'waiting',
    'partiallyPaid',
    'uninvoiced',
    'calling',
    'offline',
    'lock',
    'late',
    'pending',
    'queued',
    'partial',
    'notStarted',
    'limitReached',
    'notReceived',
  ],
  busy: ['running', 'invoicing', 'importing', 'fuelling', 'charge', 'topUp', 'sending', 'reserved', 'acknowledged'],
  off: [
    'close',
    'disable',
    'disabled',
    'cancel',
    'cancelled',
    'recovered',
    'used',
    'offShelf',
    'returned',
    'scrapped',
    'voided',
    'released',
    'cleared',
    'over',
  ],
}
const byMember = new Map(Object.entries(tones).flatMap(([tone, members]) => members.map(member => [member, tone as Tone] as const)))

/** The tone of a choice's member; undefined for one that is no state. */
export const toneOf = (member: string): Tone | undefined => byMember.get(member)
