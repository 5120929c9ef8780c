import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  gallery: {
    parts: 'Parts',
    part_scriptForm: 'Script form',
    empty: 'Empty',
    filled: 'With values',
    readOnly: 'Read-only',
    sent: 'What was sent',
    long: 'Long words',
    nothingSent: 'Nothing sent yet',
  },
} satisfies Words<typeof zh>
