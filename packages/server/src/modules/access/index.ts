import type { Module } from '../../platform/module.ts'
import { assign } from './assignment.ts'
import { findPeople } from './command-source.ts'
import { displayHandlers } from './display.ts'
import { companyGroupHandlers } from './company-group.ts'
import { addCompany } from './founding.ts'
import { effects, explain } from './explain.ts'
import { acceptInvitation, invite, showLink } from './invitation.ts'
import { resetPin, setPin, verifyPin } from './pin.ts'
import { savedViewHandlers } from './saved-view.ts'
import { makeCode, signInByCode } from './link.ts'
import { profile } from './profile.ts'
import { roleAccessHandlers } from './role-access.ts'
import { endAllSessions, endSession, listSessions, logout, refresh, sweepSessions } from './session.ts'
import { endSessions, sessionsOf } from './sessions-of.ts'
import { signIn } from './sign-in.ts'
import { createUser, disableUser, enableUser, setPassword, updateUser } from './staff.ts'
import { userSettingHandlers } from './user-setting.ts'
import { countUsers, getUser, listUsers } from './user.ts'

export { loadActor, loadActorOfDisplay, loadActorOfSession, authenticate, type LoadedActor, type Authentication } from './authenticate.ts'
export { foundCompany, type Founding } from './founding.ts'
export { spendProof, type ProvenAction } from './pin.ts'
export { giveFleet } from './role.ts'
export { addUser } from './staff.ts'
export { accountForUpdate, closeAccount, editAccount, insertAccount, mergeAccounts } from './account.ts'
export { changeAccounts, insertAccounts, type AccountChange } from './accounts.ts'
export { findPeople }
export { hashSecret, hashSixDigits, isWeakPin, newSecret, reboundSixDigits, sixDigitsMatch } from './secret.ts'

export const access = {
  name: 'access',
  handlers: [
    signIn,
    makeCode,
    signInByCode,
    profile,
    refresh,
    logout,
    listSessions,
    endSession,
    endAllSessions,
    listUsers,
    countUsers,
    getUser,
    createUser,
    updateUser,
    disableUser,
    enableUser,
    setPassword,
    setPin,
    resetPin,
    verifyPin,
    invite,
    acceptInvitation,
    showLink,
    sessionsOf,
    endSessions,
    assign,
    ...roleAccessHandlers,
    ...companyGroupHandlers,
    ...savedViewHandlers,
    ...userSettingHandlers,
    ...displayHandlers,
    addCompany,
    explain,
    effects,
  ],
  maintenance: [sweepSessions],
  commandSources: { users: (ctx, text) => findPeople(ctx, 'users', text) },
} satisfies Module
