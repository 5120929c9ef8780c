import type { Role } from './roles.ts'

/** Who may do or open what, in words that several permissions and pages share. @source decisions.md C10 */
export const admins: readonly Role[] = ['superAdmin', 'admin']
export const company: readonly Role[] = [...admins, 'company_user']
export const master: readonly Role[] = [...company, 'station_master']
export const leaders: readonly Role[] = [...master, 'station_leader']
export const everyStation: readonly Role[] = [...leaders, 'station_employee', 'station_salesman']
export const orderReaders: readonly Role[] = [...leaders, 'station_salesman', 'station_bill', 'company_group']
export const readers: readonly Role[] = [...everyStation, 'station_bill', 'company_group']
export const exporters: readonly Role[] = [...leaders, 'station_bill', 'company_group']
export const settlementReaders: readonly Role[] = [...leaders, 'station_bill', 'company_group']
export const cardReaders: readonly Role[] = [...leaders, 'station_employee']
export const moneyFlowReaders: readonly Role[] = [...leaders, 'company_group']
export const topUpReaders: readonly Role[] = [...settlementReaders, 'station_employee']

/** Roles that work for one company as a whole; the `station_*` roles work in the stations they were given. */
export const companyRoles: readonly Role[] = ['admin', 'company_user']

/** Roles whose screen moves money: nobody stays signed in at one that was left alone. @source guarantees §3.4 */
export const moneyRoles: readonly Role[] = [...everyStation, 'group_master']
