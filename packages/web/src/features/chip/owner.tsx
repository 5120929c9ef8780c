import type { cardInfos, RowOf } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { nameOf } from '../../kit/field.ts'
import { Drill, pathTo } from '../../kit/links.ts'

type Chip = RowOf<typeof cardInfos>

/** Whose a chip is, in words: a chip of nobody is said to be so, for that is no gap. */
export const ownerOf = ({ companyId, company }: Chip): string =>
  companyId === null ? t('chipSearch.unassigned') : company ? nameOf(company) : '—'

/** The same, as the way to the company. */
export const Owner = ({ chip }: { chip: Chip }) => <Drill to={pathTo('companies', chip.companyId)}>{ownerOf(chip)}</Drill>
