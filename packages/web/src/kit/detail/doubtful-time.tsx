import { t } from '../../i18n/index.ts'
import { Tooltip } from '../ui.ts'
import { Time } from './figures.tsx'

/** When something took place. Where a clock was wrong at that moment, with a mark; the keyboard reaches its words, too. */
export const DoubtfulTime = ({ row }: { row: { createdDate: string; clockSuspect?: boolean } }) => (
  <>
    <Time at={row.createdDate} />
    {row.clockSuspect && (
      <Tooltip title={t('kit.clockSuspectHelp')} trigger={['hover', 'focus']}>
        <span className="k-doubt" role="img" aria-label={t('kit.clockSuspectHelp')} tabIndex={0}>
          ?
        </span>
      </Tooltip>
    )}
  </>
)
