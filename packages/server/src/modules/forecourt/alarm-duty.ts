import { Weekday, type TankAlarmKind } from '@forecourt/contract'

export interface Contact {
  readonly id: number
  readonly step: number
  readonly name: string
  readonly mobile: string | null
  readonly email: string | null
  readonly language: 'zh' | 'en'
  readonly kinds: readonly TankAlarmKind[]
  readonly weekdays: readonly Weekday[]
  readonly dutyFrom: string | null
  readonly dutyUntil: string | null
}

/** A moment by the clock of the station. */
export interface LocalMoment {
  readonly weekday: Weekday
  /** `03:05`. */
  readonly clock: string
}

const dayBefore = (day: Weekday): Weekday => Weekday.options.at(Weekday.options.indexOf(day) - 1)!

/** Whether somebody is on duty. A night on duty is that of the day on which it begins. */
export function isOnDuty({ weekdays, dutyFrom, dutyUntil }: Contact, { weekday, clock }: LocalMoment): boolean {
  const serves = (day: Weekday) => weekdays.length === 0 || weekdays.includes(day)
  if (dutyFrom === null || dutyUntil === null) return serves(weekday)
  if (dutyFrom < dutyUntil) return clock >= dutyFrom && clock < dutyUntil && serves(weekday)
  return (clock >= dutyFrom && serves(weekday)) || (clock < dutyUntil && serves(dayBefore(weekday)))
}

/**
 * Those who are written to next: of the step after the last one that has somebody on duty, and after the last step of the first again.
 * @param last the step that was written to last; null before anybody was
 */
export function nextOnDuty(contacts: readonly Contact[], kind: TankAlarmKind, last: number | null, moment: LocalMoment): Contact[] {
  const ready = contacts.filter(one => (one.kinds.length === 0 || one.kinds.includes(kind)) && isOnDuty(one, moment))
  const steps = [...new Set(ready.map(({ step }) => step))].toSorted((one, other) => one - other)
  const next = steps.find(step => step > (last ?? 0)) ?? steps[0]
  return ready.filter(({ step }) => step === next)
}
