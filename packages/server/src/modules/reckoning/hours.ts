/** An end before the start, or the same, lies on the next day. */
export const isWithin = (time: string, { from, until }: { readonly from: string; readonly until: string }): boolean =>
  from < until ? time >= from && time < until : time >= from || time < until
