import { z } from 'zod'
import { endpoint, ListQuery, resource } from '../kit.ts'
import { Id, Instant, Mobile, Name, Ref, Text } from '../units.ts'
import { Email, IdNumber, Plate } from '../validators.ts'
import { FuelType } from './car.ts'

const facts = {
  /** As the fleet calls them; records keep it when they have left. */
  name: Name(60),
  department: Text(60).default(''),
  email: Email.max(120).nullable().default(null),
}

/** 单位员工: somebody who drives for a fleet; of one fleet at most, and with a card of their own besides where they like. @source FL5 */
export const fleetEmployees = resource('fleetEmployees', {
  table: 'fleet_employee_state',
  storedIn: 'fleet_employee',
  scope: 'company',
  permission: 'fleet.employee',
  body: z.object(facts),
  read: {
    groupId: Ref('groups'),
    userId: Ref('users'),
    mobile: Mobile.nullable(),
    /** Of an ID number that the fleet has given, its first six characters and the last four. */
    idNumberMask: z.string().nullable(),
    /** The vehicles that they usually drive; null where there are none. */
    plates: z.string().nullable(),
    /** Cards of the fleet that they hold, returned ones aside. */
    cardCount: z.int(),
    /** Since when they are not of the fleet any more. */
    leftDate: Instant.nullable(),
    createdDate: Instant,
  },
  label: ['name'],
  sort: 'createdDate,desc',
  unsearchable: ['idNumberMask'],
  acts: ['list', 'get', 'update'],
})

/** A vehicle that comes with an employee. @source FLT-009 */
const EmployeeCar = z.strictObject({ plate: Plate, fuelType: FuelType })

/** So many vehicles are entered with one employee. */
export const employeeCarsMost = 20
export const employeeActs = {
  list: endpoint('GET', '/groups/:id/employees', {
    permission: 'fleet.employee.read',
    query: ListQuery,
    returns: z.object({ content: z.array(z.looseObject(fleetEmployees.row.shape)), totalElements: z.int() }),
    rows: true,
    summary: 'The employees of a fleet, with those who have left',
  }),
  /** Found by the mobile number, or made. @source FLT-003, FLT-008 */
  add: endpoint('POST', '/groups/:id/employees', {
    permission: 'fleet.employee.write',
    body: z.strictObject({
      mobile: Mobile,
      ...facts,
      /** Kept in the member's profile. One that is known already stays as it is. @source decisions ME11 */
      idNumber: IdNumber.nullable().default(null),
      cars: z.array(EmployeeCar).max(employeeCarsMost).default([]),
    }),
    returns: fleetEmployees.row,
    rows: true,
    summary: 'Adds an employee to a fleet, with the vehicles that they usually drive',
  }),
  /** 离职. Who holds cards of the fleet leaves when these are unbound: with `unbind` in the same act. @source FLT-011, FLT-012; FL8 */
  leave: endpoint('POST', '/fleetEmployees/:id/leave', {
    permission: 'fleet.employee.write',
    idempotent: true,
    body: z.strictObject({ unbind: z.boolean().default(false) }),
    returns: z.object({ id: Id, unbound: z.int() }),
    summary: 'Ends the employment; the cards of the fleet that they hold are unbound first, or nothing is done',
  }),
}
