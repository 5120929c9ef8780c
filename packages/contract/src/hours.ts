import { z } from 'zod'
import { Pattern } from './units.ts'

const timeOfDay = () => Pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'timeOfDay')

/** By the clock of the station; an end before the start lies on the next day. */
export const Hours = z
  .array(z.object({ from: timeOfDay(), until: timeOfDay() }))
  .max(10)
  .default([])

/** 1 is Monday. */
export const Weekdays = z.array(z.int().min(1).max(7)).max(7).default([])
