import { t } from '../../i18n/index.ts'

/** What the tabs are called, and who is offered them; their own code comes when they are opened. */
export const reconciliationTab = () => ({ key: 'reconciliation', label: t('reconciliation.tab') })
export const leakTestTab = () => ({ key: 'leakTest', label: t('leakTest.tab') })
export const lossesTab = () => ({ key: 'losses', label: t('losses.tab') })
export const reconciliationPermission = 'fuelInventory.read'
