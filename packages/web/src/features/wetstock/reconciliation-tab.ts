import { t } from '../../i18n/index.ts'

/** What the tab is called, and who is offered it; its own code comes when it is opened. */
export const reconciliationTab = () => ({ key: 'reconciliation', label: t('reconciliation.tab') })
export const reconciliationPermission = 'fuelInventory.read'
