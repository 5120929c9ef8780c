import type { Role } from '../permissions.ts'

/** Who opens what, in words that several pages share. @source decisions.md C10 */
export const admins: Role[] = ['superAdmin', 'admin']
export const company: Role[] = [...admins, 'company_user']
export const master: Role[] = [...company, 'station_master']
export const leaders: Role[] = [...master, 'station_leader']
export const everyStation: Role[] = [...leaders, 'station_employee', 'station_salesman']
export const orderReaders: Role[] = [...leaders, 'station_salesman', 'station_bill', 'company_group']
export const settlementReaders: Role[] = [...leaders, 'station_bill', 'company_group']
export const exporters: Role[] = [...leaders, 'station_bill', 'company_group']
export const cardReaders: Role[] = [...leaders, 'station_employee']
export const moneyFlowReaders: Role[] = [...leaders, 'company_group']
export const topUpReaders: Role[] = [...settlementReaders, 'station_employee']
