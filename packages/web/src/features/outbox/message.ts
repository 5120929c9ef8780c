import type { RowOf, outboxMessages } from '@forecourt/contract'

export type Message = RowOf<typeof outboxMessages>
