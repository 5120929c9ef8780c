import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  fuelCodes: {
    one: 'fuel code',
    code: 'Code',
    code_help: 'Three digits, unique within the company',
    type: 'Type',
    type_gasoline: 'Gasoline',
    type_diesel: 'Diesel',
    description: 'Description',
    createdDate: 'Created',
  },
} satisfies Words<typeof zh>
