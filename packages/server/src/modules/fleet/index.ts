import { cars, employeeImportProblems, employeeImports, fleetEmployees } from '@forecourt/contract'
import { sql } from 'kysely'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { among } from '../../platform/postgres/name-companies.ts'
import { addCars, carHandlers } from './car.ts'
import { employeesOfDemo } from './demo.ts'
import { employeeHandlers } from './employee.ts'
import { begin, importTask } from './import.ts'
import { leave } from './leave.ts'
import { leaderHandlers } from './leader.ts'
import { open } from './open.ts'

export { addCars }

/** Fleets with all that belongs to them: their leader, employees and vehicles. */
export const fleet = {
  name: 'fleet',
  handlers: [
    open,
    ...leaderHandlers,
    ...crud(fleetEmployees),
    ...employeeHandlers,
    leave,
    ...crud(cars, ['list', 'get']),
    ...carHandlers,
    begin,
    ...crud(employeeImports),
    ...crud(employeeImportProblems),
  ],
  tasks: [importTask],
  fleetRows: {
    users: (fleetId, companyIds) =>
      sql`id in (select user_id from fleet_employee where ${among('companyId', companyIds)} and group_id = ${fleetId})`,
    employeeImportProblems: (fleetId, companyIds) =>
      sql`employee_import_id in (select id from employee_import where ${among('companyId', companyIds)} and group_id = ${fleetId})`,
  },
  demo: employeesOfDemo,
} satisfies Module
