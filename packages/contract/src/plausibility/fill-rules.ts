import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Id, Instant, LongText } from '../units.ts'

/** 超油箱, 距离过远, 油耗异常, 里程倒退, 油品不符, 车牌不符, 多次少量, 非常用时段. */
export const FillRule = z.enum(['tank', 'travel', 'consumption', 'odometer', 'fuel', 'plate', 'smallFills', 'hours'])
export type FillRule = z.output<typeof FillRule>

/** 关闭, 提醒, 拒绝. Refused is a fill that a device asks for beforehand; one that has happened is alerted. */
export const FillRuleMode = z.enum(['off', 'alert', 'refuse'])
export type FillRuleMode = z.output<typeof FillRuleMode>

const mode = FillRuleMode.default('off')
const settings = {
  tank: mode,
  travel: mode,
  /** Known after the fill alone. */
  consumption: FillRuleMode.exclude(['refuse']).default('off'),
  odometer: mode,
  fuel: mode,
  plate: mode,
  smallFills: mode,
  hours: mode,
  /** What for, in words that the fleet reads. */
  purpose: LongText(500).default(''),
  /** Alerts, and who looked at them, are purged after so many days. */
  keptDays: z.int().min(30).max(1095).default(365),
  /** Whether the leader of the fleet reads the alerts; these settings they read always. */
  leaderSees: z.boolean().default(true),
}
const FillSettings = z.object(settings)
export type FillSettings = z.output<typeof FillSettings>

/** What a rule came to in the last 30 days, and what it needed and did not have, the most frequent first. */
const Tally = z.object({
  rule: FillRule,
  kept: z.int(),
  broken: z.int(),
  notJudged: z.int(),
  lacks: z.array(z.object({ lack: z.string(), count: z.int() })),
})

const Rules = z.object({ groupId: Id, version: z.int(), ...settings, tally: z.array(Tally) })
export type FillRulesOfFleet = z.output<typeof Rules>

/** 可疑加油规则 of a fleet: which are asked, what for, and who reads the alerts for how long. */
export const fillRules = {
  get: endpoint('GET', '/groups/:id/fillRules', {
    permission: 'plausibility.read',
    returns: Rules,
    summary: 'The rules by which fills of a fleet are judged, their purpose, and how they came out in the last 30 days',
  }),
  set: endpoint('PUT', '/groups/:id/fillRules', {
    permission: 'plausibility.settings',
    body: z
      .strictObject({ ...settings, version: z.int() })
      .refine(
        ({ purpose, keptDays: _days, leaderSees: _sees, version: _version, ...rules }) =>
          purpose !== '' || Object.values(rules).every(rule => rule === 'off'),
        { error: 'purposeNeeded', path: ['purpose'] },
      ),
    returns: Rules,
    summary: 'Sets the rules by which fills of a fleet are judged from now on',
  }),
  looks: endpoint('GET', '/groups/:id/fillLooks', {
    permission: 'plausibility.read',
    returns: z.object({
      content: z.array(z.object({ id: Id, alertId: Id, rule: FillRule, name: z.string(), lookedAt: Instant })),
    }),
    summary: 'Who looked at the alerts of a fleet, the last hundred first',
  }),
}
