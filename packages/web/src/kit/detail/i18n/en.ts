import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  notThere: {
    title: 'This record is not there',
    hint: 'It may have been deleted, or it belongs to another company or station. Check the link you followed.',
    back: 'Back to {page}',
    toList: 'Back to the list',
  },
} satisfies Words<typeof zh>
