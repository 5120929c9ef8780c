import type { RecordNamed } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import type { BulkAct } from '../../kit/list/bulk.ts'

type Member = RecordNamed<'members'>

/** 批量添加标签: to the members who are chosen in their list. */
export const giveChosen = (together: (rows: readonly Member[]) => void): BulkAct<Member> => ({
  key: 'tag',
  label: t('tagPage.giveChosen'),
  permission: 'tag.write',
  ask: () => '',
  run: () => Promise.resolve(),
  together,
})
