import { z } from 'zod'
import { resource } from '../kit.ts'
import { MessageChannel } from '../message/outbox-message.ts'
import { Email } from '../validators.ts'
import { Instant, Mobile, Name, Ref, TimeOfDay, Weekday } from '../units.ts'
import { TankAlarmKind } from './tank-alarm.ts'

const language = z.enum(['zh', 'en'])

/**
 * 报警值班: a person who is written to when a tank of the station raises an alarm. Those of step 1 first; as long as nobody acknowledges the
 * alarm, those of the next step some minutes later, and after the last step those of the first again. The minutes and how often are the
 * setting `tankAlarms`.
 */
export const tankAlarmContacts = resource('tankAlarmContacts', {
  table: 'tank_alarm_contact',
  scope: 'station',
  permission: 'forecourt.alarmContact',
  body: z.object({
    stationId: Ref('stations'),
    step: z.int().min(1).max(9).default(1),
    name: Name(40),
    /** By mail where there is an address and mail is set up, else by SMS. */
    mobile: Mobile.nullable().default(null),
    email: Email.max(120).nullable().default(null),
    language: language.default('zh'),
    /** Empty for every alarm. */
    kinds: z.array(TankAlarmKind).max(TankAlarmKind.options.length).default([]),
    /** Days on duty; empty for every day. A night belongs to the day on which it begins. */
    weekdays: z.array(Weekday).max(7).default([]),
    /** By the clock of the station; past midnight where the end is before the beginning. Without either, the whole day. */
    dutyFrom: TimeOfDay.nullable().default(null),
    dutyUntil: TimeOfDay.nullable().default(null),
  }),
  read: { createdDate: Instant },
  label: ['name'],
  sort: 'step',
})

/** Nobody on duty: no step has anybody who is written to at that moment. */
export const TankAlarmNoticeOutcome = z.enum(['written', 'nobody'])

/** 报警通知: to whom an alarm was written, one row for each person and turn. Never edited. */
export const tankAlarmNotices = resource('tankAlarmNotices', {
  table: 'tank_alarm_notice',
  scope: 'station',
  permission: 'forecourt.tank',
  versioned: false,
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    alarmId: Ref('tankAlarms'),
    /** 1 for the first time that anybody was written to about this alarm. */
    turn: z.int(),
    outcome: TankAlarmNoticeOutcome,
    /** Null where nobody was on duty. */
    step: z.int().nullable(),
    name: z.string(),
    channel: MessageChannel.nullable(),
    /** What became of the message: it waits where mail or SMS is not set up. */
    messageId: Ref('outboxMessages').nullable(),
    writtenAt: Instant,
  },
  sort: 'writtenAt,desc',
  acts: ['list'],
})
