import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  script: {
    incomplete: 'The data is incomplete',
    all: 'Select all',
    clear: 'Clear',
    addEntry: 'Add an entry',
    removeEntry: 'Remove this entry',
    entries: '{name}: entries',
    entry: 'Entry {at}',
    entryWrong: 'Entry {at}, invalid',
    addNumber: 'Add one',
    numberAt: '{name}, no. {at}',
    removeNumber: 'Remove no. {at}',
    addPair: 'Add',
    addPairTo: 'Add: {name}',
    removePair: 'Remove {key}',
    key: 'Key',
    value: 'Value',
    fillCompletely: 'Please fill in completely',
    noPairs: 'Nothing here yet',
    plates: 'Type a plate and press Enter',
  },
} satisfies Words<typeof zh>
