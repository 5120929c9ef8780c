import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  fuelCodes: { one: 'fuel code | fuel codes', code_help: 'Three digits, no duplicates', type_gasoline: 'Gasoline', type_diesel: 'Diesel' },
} satisfies Words<typeof zh>
