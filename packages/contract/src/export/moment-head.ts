/**
 * The head of a column of moments in a file. A file travels to people who do not see the page that it came from: its moments are written
 * by the clock of that page, and the head names its zone.
 */
export const momentHead = (title: string, zone: string): string => `${title} (${zone})`

/** As moments are noted in the log: `2026-05-01T04:00:00.000Z`. What somebody typed may look like one and be none. */
export const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/.test(text) && new Date(text).toJSON()?.slice(0, 19) === text.slice(0, 19)
