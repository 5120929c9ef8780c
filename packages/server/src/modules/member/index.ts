import { fleetHandlers } from './fleet.ts'
import { memberHandlers } from './member.ts'

export { addMember, findOrAddMember } from './member.ts'

export const handlers = [...memberHandlers, ...fleetHandlers]
