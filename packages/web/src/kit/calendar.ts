import dayjs from 'dayjs'
import 'dayjs/locale/en-gb.js'
import 'dayjs/locale/zh-cn.js'

/** The calendar that pickers work with; months and days are named in both languages, and a week begins on Monday. */
export { dayjs }
export type Dayjs = dayjs.Dayjs
