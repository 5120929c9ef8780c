import type { Role } from '@forecourt/contract'

const managers: readonly Role[] = ['superAdmin', 'admin', 'company_group', 'company_user']

/** The shortcut to the data screen stands where the deployment has one, for those who manage. @source spec 0 §6 */
export const offersDataScreen = (role: Role | undefined, dataScreen: boolean | undefined): boolean =>
  dataScreen === true && role !== undefined && managers.includes(role)
