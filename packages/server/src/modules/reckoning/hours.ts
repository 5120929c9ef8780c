/** An end before the start, or the same, lies on the next day. */
export const isWithin = (time: string, { from, until }: { readonly from: string; readonly until: string }): boolean =>
  from < until ? time >= from && time < until : time >= from || time < until

/** Monday is 1. @param moment by the clock of a place, `2026-11-27T08:30:00` */
export const weekdayOf = (moment: string): number => ((new Date(`${moment.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
