import type { Language, TankAlarmKind } from '@forecourt/contract'

export interface TankAlarmFacts {
  readonly company: string
  readonly station: string
  readonly number: number
  readonly fuel: string
  readonly kind: TankAlarmKind
  /** As the alarm has it: percent, millimetres, minutes, millilitres an hour or litres; and the limit in the same unit. */
  readonly found: number
  readonly bound: number
  /** On the clock of the station. */
  readonly at: string
  /** After so many minutes without an acknowledgement the next people are written to; nothing where nobody follows. */
  readonly minutes: number | null
}
type Figures = Pick<TankAlarmFacts, 'found' | 'bound'>

const foundZh: Record<TankAlarmKind, (of: Figures) => string> = {
  high: ({ found, bound }) => `高液位：油量 ${found}%，上限 ${bound}%`,
  stop: ({ found, bound }) => `超高液位，请停止卸油：油量 ${found}%，上限 ${bound}%`,
  low: ({ found, bound }) => `低液位：油量 ${found}%，下限 ${bound}%`,
  water: ({ found, bound }) => `水位过高：${found} mm，上限 ${bound} mm`,
  silent: ({ found, bound }) => `液位仪 ${found} 分钟无数据，上限 ${bound} 分钟`,
  leak: ({ found, bound }) => `疑似渗漏：无付油时每小时减少 ${found} 毫升，判定阈值 ${bound} 毫升`,
  loss: ({ found, bound }) => `油量突减：无付油时减少 ${found} 升，限值 ${bound} 升`,
}
const foundEn: Record<TankAlarmKind, (of: Figures) => string> = {
  high: ({ found, bound }) => `high level: ${found}% full, limit ${bound}%`,
  stop: ({ found, bound }) => `stop unloading: ${found}% full, limit ${bound}%`,
  low: ({ found, bound }) => `low level: ${found}% full, limit ${bound}%`,
  water: ({ found, bound }) => `too much water: ${found} mm, limit ${bound} mm`,
  silent: ({ found, bound }) => `no reading of its gauge for ${found} minutes, limit ${bound}`,
  leak: ({ found, bound }) => `leak suspected: ${found} mL an hour lost while nothing is sold, threshold ${bound} mL`,
  loss: ({ found, bound }) => `sudden loss: ${found} L gone while nothing was sold, limit ${bound} L`,
}

/** What somebody on duty reads about a tank that has raised an alarm. */
export const tankAlarmWords: Record<Language, (facts: TankAlarmFacts) => { subject: string; text: string }> = {
  zh: ({ company, station, number, fuel, kind, at, minutes, ...figures }) => {
    const what = `${station} ${number} 号罐（${fuel}）${foundZh[kind](figures)}`
    const next = minutes === null ? '' : `，${minutes} 分钟内无人确认将通知下一批人员`
    return { subject: `${company}：油罐报警`, text: `【${company}】${at} ${what}。请立即处理并在系统中确认${next}。` }
  },
  en: ({ company, station, number, fuel, kind, at, minutes, ...figures }) => {
    const what = `${station}, tank ${number} (${fuel}), ${foundEn[kind](figures)} (${at}).`
    const next = minutes === null ? '' : ` Without that, others are written to in ${minutes} minutes.`
    return { subject: `${company}: tank alarm`, text: `${company}: ${what} See to it now and acknowledge the alarm.${next}` }
  },
}
