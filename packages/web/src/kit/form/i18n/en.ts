import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  act: {
    effect: 'Before and after',
    before: 'Before',
    after: 'After',
    change: 'Change',
    becomes: '{label} changes from {before} to {after}',
    required: 'Still needed: {fields}',
    wrong: '{label}: {words}',
    atMostOf: 'At most {most} ({of})',
    again: 'This is {limit} or more: enter the amount again to confirm it',
    differs: 'Differs from the {amount} entered above',
  },
} satisfies Words<typeof zh>
