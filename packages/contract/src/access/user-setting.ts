import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Instant } from '../units.ts'

/** `columns.allQuery`, `defaultView.staff`, `smartSupplier`: a family, and what it is about. */
const SettingName = z.string().regex(/^[a-z]\w{0,29}(\.\w{1,50})?$/i, 'settingName')
const longest = 8000
const Value = z.unknown().refine(value => value !== undefined && JSON.stringify(value).length <= longest, 'tooMuch')

/** A user may keep so many settings. */
export const settingsAtMost = 400

/** How a user has arranged their own pages, on any machine. It changes no rights and no data. */
export const userSettings = {
  list: endpoint('GET', '/userSettings', {
    permission: 'signedIn',
    returns: z.object({
      content: z.array(z.object({ name: z.string(), value: z.unknown(), modifiedDate: Instant })),
      totalElements: z.int(),
    }),
    summary: 'All settings of the caller',
  }),
  keep: endpoint('PUT', '/userSettings', {
    permission: 'signedIn',
    body: z.strictObject({ name: SettingName, value: Value }),
    returns: z.object({ name: z.string() }),
    summary: 'Keeps a setting of the caller under its name; null takes it away',
  }),
}
