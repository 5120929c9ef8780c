import type { RecordNamed } from '@forecourt/contract'

export type UserDeal = RecordNamed<'userDeals'>
export const nameOfDeal = ({ deal }: UserDeal): string => deal?.name ?? ''
