import { owned } from './world.ts'

/** The list of holds of a company of the demo, the oldest first: its status, why it is or was gray, and why staff released it. */
export const holdsIn = (companyId: number) =>
  owned<{ status: string; gray: string | null; reason: string; lowered: boolean }>(
    `select status, gray_reason as gray, reason, discount_name is not null as lowered from card_authorisation
     where company_id = $1 order by created_date`,
    [companyId],
  )

/** What each company of the demo has. */
export const holdsOfEach = [
  { status: 'released', gray: 'timeout', reason: '终端故障，现场确认未加油', lowered: false },
  { status: 'voided', gray: null, reason: '', lowered: false },
  { status: 'voided', gray: null, reason: '', lowered: true },
  { status: 'gray', gray: 'pulled', reason: '', lowered: false },
  { status: 'open', gray: null, reason: '', lowered: false },
  { status: 'open', gray: null, reason: '', lowered: false },
]
