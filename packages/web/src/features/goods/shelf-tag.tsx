import { t } from '../../i18n/index.ts'
import { State } from '../../kit/state.tsx'

/** On the shelf or off it. @source requirement GDS-006 */
export const ShelfTag = ({ hidden }: { hidden: boolean }) => (
  <State member={hidden ? 'offShelf' : 'onShelf'}>{t(hidden ? 'shop.isOffShelf' : 'shop.isOnShelf')}</State>
)
export const shelfWord = ({ hidden }: { hidden: boolean }): string => t(hidden ? 'shop.isOffShelf' : 'shop.isOnShelf')
