import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default { home: { greeting: 'Hello, {name}' } } satisfies Words<typeof zh>
