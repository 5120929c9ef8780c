import type { RecordNamed } from '@forecourt/contract'

export type Member = RecordNamed<'members'>
