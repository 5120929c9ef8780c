import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  stopNotices: {
    title: 'Stop offers by SMS',
    help: 'You will get no more offers by SMS from this company. Your membership stays as it is.',
    stop: 'Stop these messages',
    done: '{company} will send you no more offers by SMS.',
  },
} satisfies Words<typeof zh>
