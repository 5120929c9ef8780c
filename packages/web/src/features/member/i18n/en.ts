import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  members: {
    one: 'member | members',
    name: 'Name',
    mobile: 'Mobile number',
    email: 'E-mail',
    contactPhone: 'Contact phone',
    contactPhone_help: 'A mobile number, or a landline with its area code',
    invoiceTitle: 'Invoice title',
    taxId: 'Tax number',
    avatarId: 'Picture',
    remark: 'Remark',
    initials: 'Initials',
    idNumberMask: 'ID number',
    idNumber: 'ID number',
    status: 'Status',
    status_normal: 'Normal',
    status_loss: 'Loss',
    disabled: 'Disabled',
    balanceCents: 'Balance',
    frozenCents: 'Frozen balance',
    cardCount: 'Cards',
    plates: 'Number plates',
    createdDate: 'Member since',
  },
} satisfies Words<typeof zh>
