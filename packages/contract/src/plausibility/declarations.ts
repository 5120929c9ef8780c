import type { Actions, Permissions, Refusals } from '../declaration.ts'
import { company, master } from '../role-sets.ts'

/** Implausible fills of fleets. A fleet's leader reads those of the fleet, where its settings say so. */
export const permissions = {
  'plausibility.read': { roles: [...master, 'company_group', 'group_master'], zh: '查看可疑加油', en: 'View implausible fills' },
  'plausibility.answer': { roles: master, zh: '答复可疑加油', en: 'Answer implausible fills' },
  'plausibility.settings': { roles: company, zh: '设置可疑加油规则', en: 'Set the rules for implausible fills' },
} as const satisfies Permissions

export const actions = {
  'plausibility.look': { zh: '查看可疑加油提醒', en: 'Looked at an implausible fill' },
  'plausibility.refuse': { zh: '拒绝可疑加油', en: 'Refused an implausible fill' },
  'plausibility.answer': { zh: '答复可疑加油提醒', en: 'Answered an implausible fill' },
  'plausibility.settings': { zh: '修改可疑加油规则', en: 'Changed the rules for implausible fills' },
} as const satisfies Actions

export const refusals = {
  'fillAlert.answered': { status: 409, zh: '该提醒已答复', en: 'This alert has been answered' },
  'fill.aboveTank': {
    status: 409,
    field: 'wantedCl',
    zh: '车辆 {plate} 的油箱最多还能加 {roomL} 升，申请了 {wantedL} 升',
    en: 'The tank of {plate} takes {roomL} litres at most; {wantedL} are asked for',
  },
  'fill.tooFar': {
    status: 409,
    zh: '{otherClock} 在 {otherStation} 为 {otherPlate} 加过油，{clock} 到不了本站（{plate}，相距 {distanceKm} 公里）',
    en: '{otherPlate} was filled at {otherStation} at {otherClock}; {plate} cannot be {distanceKm} km away at {clock}',
  },
  'fill.odometerBack': {
    status: 409,
    field: 'odometerKm',
    zh: '里程 {odometerKm} 公里小于上次（{otherClock}）的 {lastOdometerKm} 公里，请核对',
    en: 'The odometer reads {odometerKm} km; at the last fill ({otherClock}) it was {lastOdometerKm} km. Check it.',
  },
  'fill.otherFuel': {
    status: 409,
    field: 'productId',
    zh: '车辆 {plate} 登记的油品类型与所选油品不符',
    en: '{plate} is registered for another type of fuel',
  },
  'fill.otherPlate': {
    status: 409,
    field: 'plate',
    zh: '{clock} 申请加油的车牌是 {plate}，该卡的车牌为 {cardPlates}',
    en: 'The vehicle at {clock} is {plate}; the card is for {cardPlates}',
  },
  'fill.smallFills': {
    status: 409,
    zh: '车辆 {plate} 在 {withinHours} 小时内已多次少量加油（{fillCount} 次）',
    en: '{plate} was filled with a little {fillCount} times within {withinHours} hours',
  },
  'fill.unusualHours': {
    status: 409,
    zh: '车辆 {plate} 的加油时段为 {usualHours}，现在是 {clock}',
    en: '{plate} is filled at {usualHours}; it is {clock} now',
  },
} as const satisfies Refusals
