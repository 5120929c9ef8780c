import type { Refusals } from '../declaration.ts'

/** Fleets, their employees and vehicles. */
export const refusals = {
  'fleet.leaderSame': { status: 409, field: 'mobile', zh: '该用户已是此单位的负责人', en: 'This user already manages this fleet' },
  'employee.otherFleet': { status: 409, field: 'mobile', zh: '该会员已绑定其他单位', en: 'This member already belongs to another fleet' },
  'employee.alreadyHere': { status: 409, field: 'mobile', zh: '该员工已在本单位', en: 'This employee is in the fleet already' },
  'employee.otherIdentity': {
    status: 409,
    field: 'idNumber',
    zh: '该会员已登记另一个身份证号，请在油站更正',
    en: 'Another ID number is known of this member. It is corrected at the station.',
  },
  'employee.left': { status: 409, zh: '{name} 已离职', en: '{name} has left already' },
  'employee.holdsCard': {
    status: 409,
    zh: '该员工仍持有单位卡 {numbers}，解绑后方可离职',
    en: 'This employee holds cards of the fleet ({numbers}). Unbind them before the employee leaves.',
  },
  'car.plateTaken': { status: 409, field: 'plate', zh: '该车牌已登记', en: 'This plate is registered already' },
  'car.ownerMissing': {
    status: 400,
    field: 'userId',
    zh: '请选择车辆所属的单位或会员',
    en: 'Choose the fleet or the member of the vehicle',
  },
  'car.driverOtherFleet': {
    status: 409,
    field: 'userId',
    zh: '该驾驶员不是此单位的在职员工',
    en: 'The driver is not an employee of this fleet',
  },
  'car.removed': { status: 409, zh: '车辆 {plate} 已移除', en: 'Vehicle {plate} has been removed' },
} as const satisfies Refusals
