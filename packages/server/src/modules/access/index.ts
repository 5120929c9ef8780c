import type { Handler } from '../../platform/command.ts'
import { acceptInvitation, invite } from './invitation.ts'
import { setPin, verifyPin } from './pin.ts'
import { profile } from './profile.ts'
import { endAllSessions, endSession, listSessions, logout, refresh } from './session.ts'
import { signIn } from './sign-in.ts'
import { createUser, disableUser, enableUser, setPassword, updateUser } from './staff.ts'
import { getUser, listUsers } from './user.ts'

export { whoIs, type WhoIs } from './who-is.ts'
export { foundCompany, type Founding } from './founding.ts'
export { checkPin } from './pin.ts'
export { addUser } from './staff.ts'
export { hashSecret, hashSixDigits, isWeakPin, newSecret, sixDigitsMatch } from './secret.ts'
export { sweepSessions } from './session.ts'

export const handlers: readonly Handler[] = [
  signIn,
  profile,
  refresh,
  logout,
  listSessions,
  endSession,
  endAllSessions,
  listUsers,
  getUser,
  createUser,
  updateUser,
  disableUser,
  enableUser,
  setPassword,
  setPin,
  verifyPin,
  invite,
  acceptInvitation,
]
