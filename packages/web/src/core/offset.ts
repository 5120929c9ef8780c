import { locale } from '../i18n/index.ts'

/** How far a zone is ahead of UTC now: `GMT+8`. */
export const offsetOf = (timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName: 'shortOffset' }).formatToParts().find(({ type }) => type === 'timeZoneName')
    ?.value ?? ''
