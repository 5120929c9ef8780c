import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  suppliers: {
    one: 'supplier | suppliers',
    sellsFuel: 'Sells fuel',
    carries: 'Carries fuel',
    sellsGoods: 'Sells goods',
    contact: 'Contact',
    phone: 'Phone',
    address: 'Address',
    taxId: 'Tax ID',
    endedDate: 'Ended',
  },
} satisfies Words<typeof zh>
