import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  fuelCodes: { one: 'fuel code', code_help: 'Three digits, unique within the company', type_gasoline: 'Gasoline', type_diesel: 'Diesel' },
} satisfies Words<typeof zh>
