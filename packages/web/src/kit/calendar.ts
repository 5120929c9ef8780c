import dayjs from 'dayjs'
import en from 'dayjs/locale/en-gb.js'
import zh from 'dayjs/locale/zh-cn.js'

// Registered by a call: an import for its effect alone is left out of the build, and months then have no Chinese names.
for (const language of [en, zh]) dayjs.locale(language, undefined, true)

/** The calendar that pickers work with; months and days are named in both languages, and a week begins on Monday. */
export { dayjs }
export type Dayjs = dayjs.Dayjs
