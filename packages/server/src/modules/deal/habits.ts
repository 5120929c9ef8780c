import { deals, members, userDeals } from '@forecourt/contract'
import type { Behaviour, HabitStage } from '@forecourt/simulator/habit.ts'

/** At this hour the office looks at complaints; every third day there is one. */
const [hour, everyDays] = [10, 3]
const dayMs = 86_400_000

/** The office says sorry with a coupon, now and then, to one of its members. */
export const complaintHabits: Behaviour = {
  name: 'complaints',
  async begin(stage) {
    let dealId: number | undefined
    return {
      async hourly(at) {
        const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(stage.zone)
        if (local.hour !== hour || local.dayOfYear % everyDays !== 1) return []
        const { content } = await stage.staff(at, members.list, { query: { sort: 'id', size: 50 } }, 'office')
        if (content.length === 0) return []
        dealId ??= await sorry(stage, at)
        const { id } = stage.chance.pick(content)
        await stage.staff(at, userDeals.issue, { body: { dealId, userIds: [id], reason: '客诉补偿 Complaint' } }, 'office')
        return []
      },
    }
  },
}

async function sorry({ staff, stationCode }: HabitStage, at: number): Promise<number> {
  const name = `致歉券 Sorry ${stationCode}`
  const { content } = await staff(at, deals.list, { query: { search: `name:${name}`, size: 1 } }, 'office')
  const startTime = new Date(at).toISOString()
  const endTime = new Date(at + 365 * dayMs).toISOString()
  const body = { name, kind: 'amount' as const, offCents: 5_00, startTime, endTime, validDays: 30, members: 'members' as const }
  return content[0]?.id ?? (await staff(at, deals.create, { body }, 'office')).id
}
