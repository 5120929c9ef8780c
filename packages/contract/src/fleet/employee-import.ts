import { z } from 'zod'
import { FileRef } from '../file/attachment.ts'
import { endpoint, resource } from '../kit.ts'
import { Id, Instant, Ref } from '../units.ts'

/** So many lines a file may have. */
export const employeeImportMost = 5_000
/** 导入中, 部分成功, 成功, 失败. @source FLT-010 */
export const EmployeeImportStatus = z.enum(['importing', 'partial', 'success', 'fail'])

const imports = resource('employeeImports', {
  table: 'employee_import',
  scope: 'company',
  permission: 'fleet.employee',
  body: z.object({}),
  read: {
    groupId: Ref('groups'),
    fileName: z.string(),
    status: EmployeeImportStatus,
    total: z.int(),
    /** Employees that are new to the fleet. */
    added: z.int(),
    /** Those who were there, and of whom the file said something new. */
    changed: z.int(),
    /** Those of whom it said nothing new. */
    known: z.int(),
    wrong: z.int(),
    userId: Ref('users'),
    createdDate: Instant,
    finishedDate: Instant.nullable(),
  },
  label: ['fileName'],
  versioned: false,
  sort: 'createdDate,desc',
  acts: ['list', 'get'],
})

export const employeeImports = {
  ...imports,
  /** @source FL16 */
  begin: endpoint('POST', '/groups/:id/employees/import', {
    permission: 'fleet.employee.write',
    idempotent: true,
    body: z.strictObject({ attachmentId: FileRef('employeeImport') }),
    returns: z.object({ id: Id }),
    summary: 'Has a file of employees with their vehicles read in the background, each line answered for itself',
  }),
}

/** What is wrong with a line. */
export const EmployeeImportReason = z.enum([
  'notText',
  'empty',
  'tooMany',
  'mobile',
  'name',
  'email',
  'idNumber',
  'plate',
  'fuel',
  'mobileTwice',
  'plateTwice',
  'mobileOfStaff',
  'otherFleet',
  'otherIdentity',
  'plateTaken',
])
export type EmployeeImportReason = z.output<typeof EmployeeImportReason>

export const employeeImportProblems = resource('employeeImportProblems', {
  table: 'employee_import_problem',
  scope: 'company',
  permission: 'fleet.employee',
  body: z.object({}),
  read: {
    employeeImportId: Ref('employeeImports'),
    /** Its line in the file. */
    line: z.int(),
    reason: EmployeeImportReason,
    /** What stands there; of an ID number as much as a profile shows. */
    value: z.string(),
  },
  versioned: false,
  sort: 'line,asc',
  acts: ['list'],
})
